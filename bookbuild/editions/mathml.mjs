// TeX to MathML by the parser of the site's pages: JSON lines in, JSON lines out.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const MathJax = await require("mathjax").init({
  loader: { load: ["input/tex", "adaptors/liteDOM"], require, versionWarnings: false },
  tex: { formatError: (_, error) => { throw error; } },
});

for await (const line of createInterface({ input: process.stdin })) {
  const { tex, display } = JSON.parse(line);
  let answer;
  try {
    answer = { mathml: MathJax.tex2mml(tex, { display }) };
  } catch (error) {
    answer = { error: error.message };
  }
  console.log(JSON.stringify(answer));
}

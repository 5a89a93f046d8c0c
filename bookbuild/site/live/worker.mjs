// Python in a worker. Pyodide comes with the first job, and each byte of it is counted.

const PYODIDE = new URL("../pyodide/", import.meta.url).href;
const say = (kind, value) => postMessage({ kind, value });
let python;

self.onmessage = async ({ data: job }) => {
  try {
    python ??= start();
    const attempt = await python;
    say("ended", JSON.parse(attempt(JSON.stringify(job), (text) => say("output", text))));
  } catch (error) {
    say("broken", error.message);
  }
};

/** Load Pyodide, unpack the checker and the driver, and return the driver's `attempt`. */
async function start() {
  countBytes();
  const { loadPyodide } = await import(`${PYODIDE}pyodide.mjs`);
  const [pyodide, archive] = await Promise.all([
    loadPyodide({
      indexURL: PYODIDE,
      env: { HOME: "/home/pyodide", BOTHENDS_PROGRESS: "/home/pyodide/progress.json" },
      stdin: () => null,
    }),
    fetch(new URL("./python.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  pyodide.unpackArchive(archive, "zip");
  return pyodide.pyimport("driver").start();
}

function countBytes() {
  const { fetch } = self;
  let loaded = 0;
  self.fetch = async (...request) => {
    const response = await fetch(...request);
    const counter = new TransformStream({
      transform(chunk, rest) {
        loaded += chunk.length;
        say("loaded", loaded);
        rest.enqueue(chunk);
      },
    });
    return new Response(response.body.pipeThrough(counter), response);
  };
}

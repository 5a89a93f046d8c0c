import { element, follow, frame, menu, slider, table, update, vector } from "./parts.mjs";

/** The rows that the ids pick. */
export function lookup(rows, ids) {
  return ids.map((id) => {
    if (!Number.isInteger(id) || id < 0 || id >= rows.length) {
      throw new RangeError(`id ${id} is not in 0..${rows.length - 1}`);
    }
    return rows[id];
  });
}

/** A row of zeros with a 1 at the id. */
export function oneHot(id, vocabSize) {
  return Array.from({ length: vocabSize }, (_, v) => (v === id ? 1 : 0));
}

/** A one-hot row times the table. */
export function product(hot, rows) {
  return rows[0].map((_, d) => hot.reduce((sum, one, v) => sum + one * rows[v][d], 0));
}

function render({ model, el }) {
  const rows = model.get("table");
  const names = rows.map((_, v) => `row ${v}`);
  const columns = rows[0].map((_, d) => `d${d}`);
  const ui = frame(el, "lookup", "An id picks a row");
  const put = (t, id) => update(model, { ids: model.get("ids").map((old, i) => (i === t ? id : old)), place: t });
  const menus = model.get("ids").map((_, t) => menu({
    label: `id at place ${t}`,
    options: rows.map((_, v) => [v, v]),
    change: (value) => put(t, Number(value)),
  }));
  const place = slider({
    label: "place", min: 0, max: menus.length - 1, change: (value) => update(model, { place: value }),
  });
  const E = table({ caption: "Table E, (V, D)", columns, rows: names });
  const X = table({
    caption: "Vectors X, (T, D)", columns, rows: menus.map((_, t) => `place ${t}`),
  });
  const O = table({ caption: "One-hot row, (V)", columns: ["o"], rows: names });
  const sum = element("p", { class: "bw-formula" });
  ui.controls.append(...menus.map((one) => one.row), place.row);
  ui.stage.append(O.node, E.node, X.node, sum);

  E.set(rows);
  return follow(model, ["ids", "place"], () => {
    const ids = model.get("ids");
    const t = model.get("place");
    const hot = oneHot(ids[t], rows.length);
    menus.forEach((one, i) => one.set(ids[i]));
    place.set(t);
    O.set(hot.map((one) => [one]));
    O.mark((r) => r === ids[t]);
    E.mark((r) => r === ids[t]);
    X.set(lookup(rows, ids));
    X.mark((r) => r === t);
    const terms = rows.map((row, v) => `${hot[v]} · ${vector(row)}`).join(" + ");
    sum.textContent = `${terms} = ${vector(product(hot, rows))}`;
    ui.say(`Place ${t} holds id ${ids[t]}, which picks row ${ids[t]}: ${vector(rows[ids[t]])}.`);
  });
}

export default { render };

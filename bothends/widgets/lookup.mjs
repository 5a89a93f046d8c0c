import { each, element, follow, frame, menu, names, panel, slider, table, update, vector } from "./parts.mjs";

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
  return each(vocabSize, (v) => (v === id ? 1 : 0));
}

/** A one-hot row times the table. */
export function product(hot, rows) {
  return rows[0].map((_, d) => hot.reduce((sum, one, v) => sum + one * rows[v][d], 0));
}

function render({ model, el }) {
  const rows = model.get("table");
  const places = names("place ", model.get("ids"));
  const columns = names("d", rows[0]);
  const ui = frame(el, "lookup", "An id picks a row");
  const menus = places.map((place, t) => {
    const change = (id) => update(model, { ids: model.get("ids").with(t, id), place: t });
    const { row, set } = menu({ label: `id at ${place}`, options: rows.map((_, v) => [v, v]), change });
    return ["ids", () => ({ row, set: (ids) => set(ids[t]) })];
  });
  const show = panel(model, ui, ...menus, ["place", slider, { label: "place", min: 0, max: places.length - 1 }]);
  const E = table({ caption: "Table E, (V, D)", columns, rows: names("row ", rows) });
  const X = table({ caption: "Vectors X, (T, D)", columns, rows: places });
  const O = table({ caption: "One-hot row, (V)", columns: ["o"], rows: names("row ", rows) });
  const sum = element("p", { class: "bw-formula" });
  ui.stage.append(O.node, E.node, X.node, sum);

  E.set(rows);
  return follow(model, ["ids", "place"], (state) => {
    const { ids, place: t } = state;
    const hot = oneHot(ids[t], rows.length);
    show(state);
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

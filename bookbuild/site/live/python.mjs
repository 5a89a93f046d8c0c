// The page's one Python. It starts with the first job, does one at a time, and can be stopped.

let worker;
let end;
let isStarted = false;

export function isBusy() {
  return end !== undefined;
}

/** Whether the next job runs at once. */
export function isReady() {
  return isStarted;
}

/** Run a job, see driver.py; `hear` gets the bytes `loaded` before it starts, and its `output`. */
export function run(job, hear) {
  worker ??= new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.onerror = (event) => close({ ended: "broken", why: event.message });
  worker.onmessage = ({ data: { kind, value } }) => {
    if (kind === "broken") close({ ended: "broken", why: value });
    else if (kind !== "ended") hear[kind](value);
    else finish(value);
  };
  worker.postMessage(job);
  return new Promise((resolve) => { end = resolve; });
}

/** Stop at once, whatever Python is doing; the next job starts another one. */
export function stop() {
  close({ ended: "stopped" });
}

function close(outcome) {
  worker?.terminate();
  worker = undefined;
  finish(outcome);
}

function finish(outcome) {
  isStarted = worker !== undefined;
  end?.(outcome);
  end = undefined;
}

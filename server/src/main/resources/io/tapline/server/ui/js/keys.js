// Idempotency keys. A form keeps its key from its opening until the answer of the server, across double clicks, broken
// connections and reloads of the page: so the action runs once.

const PREFIX = "tapline.key.";

function store() {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const memory = new Map();

/** Not crypto.randomUUID: browsers disable it on pages without TLS. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return "ui-" + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of this form: the same one until the action is done. */
export function keyOf(form) {
  const kept = store()?.getItem(PREFIX + form) ?? memory.get(form);
  if (kept) {
    return kept;
  }
  const key = freshKey();
  memory.set(form, key);
  store()?.setItem(PREFIX + form, key);
  return key;
}

/** Drops the key after the final answer of the server; the next action gets a new one. */
export function done(form) {
  memory.delete(form);
  store()?.removeItem(PREFIX + form);
}

/** Whether the result of the request is unknown: then it is sent again under the same key. */
export function undecided(problem) {
  return problem.status === 0 || problem.status >= 500 || problem.code === "IDEMPOTENCY_CONFLICT";
}

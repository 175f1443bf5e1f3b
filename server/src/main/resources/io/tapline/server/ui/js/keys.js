// Idempotency keys. A form keeps its key from when it is opened until the server has answered, over double clicks, broken
// connections and reloads of the page: whatever of those happens, the thing is done once.

const PREFIX = "tapline.key.";

function store() {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

const memory = new Map();

/** Not crypto.randomUUID: browsers keep that from pages without TLS. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return "ui-" + Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of this form: the same one until it is done. */
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

/** The server has answered for good; the next time is another time. */
export function done(form) {
  memory.delete(form);
  store()?.removeItem(PREFIX + form);
}

/** Whether an answer leaves open what became of the request: then it is sent again under the same key. */
export function undecided(problem) {
  return problem.status === 0 || problem.status >= 500 || problem.code === "IDEMPOTENCY_CONFLICT";
}

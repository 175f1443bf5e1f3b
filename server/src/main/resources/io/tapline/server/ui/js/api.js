// Calls to the public API, with the cookie of the session.
import { setDatabaseTime, setServerDate } from "./clock.js";
import { countedNow } from "./format.js";
import { session } from "./session.js";

const EXECUTION = "/api/v1/execution/";

/** Time-out of a read: a server that hangs, or a broken route to it, gives no answer at all. */
const READ_TIMEOUT_MS = 15_000;

/** A refusal of the server, or a failed connection. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? "the server gave no reason");
    this.status = status;
    this.code = body.code ?? "UNREACHABLE";
    this.field = body.field ?? null;
  }

  /** Whether the request got no answer: the server is unreachable, or has no database. */
  get unanswered() {
    return this.status === 0 || this.status >= 502;
  }
}

let onSignedOut = () => {};

/** Called when the session has ended. */
export function whenSignedOut(listener) {
  onSignedOut = listener;
}

async function send(path, options) {
  let response;
  let body;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
    const type = response.headers.get("Content-Type") ?? "";
    body = type.includes("json") ? await response.json() : {};
  } catch (error) {
    if (error.name === "AbortError") {
      throw error;
    }
    throw new Problem(0, { detail: "the server does not respond" });
  }
  setServerDate(response.headers.get("Date"));
  if (!response.ok) {
    const problem = new Problem(response.status, body);
    if (problem.code === "UNAUTHENTICATED" && session.me) {
      onSignedOut();
    }
    throw problem;
  }
  setDatabaseTime([body, ...(body.items ?? [])].find(countedNow)?.computed_at);
  return body;
}

function whole(path, query) {
  const address = path.startsWith("/") ? path : EXECUTION + path;
  const given = Object.entries(query ?? {}).filter(([, value]) => value != null && value !== "");
  return given.length ? `${address}?${new URLSearchParams(given)}` : address;
}

export function get(path, query, signal) {
  const late = AbortSignal.timeout(READ_TIMEOUT_MS);
  return send(whole(path, query), { signal: signal ? AbortSignal.any([signal, late]) : late });
}

export function post(path, body) {
  return send(whole(path), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": session.me?.csrf_token ?? "" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

/** Sends one action under an idempotency key of the page. */
export function act(action, key, body) {
  return post(`actions/${action}`, { ...body, idempotency_key: key });
}

/** Encodes a part of a path: keys of queues may contain a slash. */
export const part = encodeURIComponent;

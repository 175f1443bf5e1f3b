// Fields of an action, derived from the OpenAPI document: a form shows exactly the fields that the server accepts.
import { get } from "./api.js";
import { sentence } from "./format.js";

const ACTIONS = "/api/v1/execution/actions/";

let description;

async function document() {
  description ??= get("/openapi.json").catch((problem) => {
    description = undefined;
    throw problem;
  });
  return description;
}

/** Fields that each form handles itself, or that are not for people. */
const NEVER = new Set([
  "idempotency_key", "correlation_id", "payload", "payload_hash", "expected_state", "expected_revision", "items",
]);
const LONG_TEXT = 1000;

/** Built-in steps; all other actions under a lease belong to a pack. */
const PLAIN = new Set(["start", "complete", "fail", "progress", "renew-lease", "release-lease", "dispatch-external"]);

/** The description of a step of a pack from the API; null for all other actions. */
export async function packStep(action) {
  const whole = await document();
  const step = PLAIN.has(action) ? undefined : whole.paths[`${ACTIONS}${action}`]?.post;
  return step && (await fieldsOf(action)).some(({ name }) => name === "lease_euid") ? step.summary : null;
}

/** The fields of an action, or of a path, without those that the page fills in itself. */
export async function fieldsOf(action, known = []) {
  const whole = await document();
  const resolve = (schema) =>
    schema?.$ref ? resolve(schema.$ref.slice(2).split("/").reduce((node, name) => node[name], whole)) : schema;
  const body = resolve(
    whole.paths[action.startsWith("/") ? action : `${ACTIONS}${action}`].post.requestBody.content["application/json"].schema,
  );
  const one = resolve(body.oneOf?.[0] ?? body.anyOf?.[0] ?? body);
  return Object.entries(one.properties)
    .filter(([name]) => !NEVER.has(name) && !known.includes(name))
    .map(([name, schema]) => field(name, resolve(schema), schema.description, one.required?.includes(name) ?? false));
}

function field(name, schema, about, required) {
  const common = { name, label: sentence(name), help: about ? `${sentence(about)}.` : "", required };
  if (schema.enum) return { ...common, type: "choice", options: schema.enum };
  const type = [schema.type].flat()[0];
  if (type === "boolean") return { ...common, type: "flag", always: required };
  if (type === "integer" || type === "number") {
    return { ...common, type: "number", min: schema.minimum, max: schema.maximum, step: type === "number" ? "any" : 1 };
  }
  if (type === "array") return { ...common, type: "list", help: `${common.help} One per line.` };
  if (type === "string" && schema.format === "date-time") return { ...common, type: "time" };
  if (type === "string") return { ...common, type: (schema.maxLength ?? 0) > LONG_TEXT ? "area" : "text" };
  return { ...common, type: "json", help: `${common.help} As JSON.` };
}

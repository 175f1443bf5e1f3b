// One action on many items: confirmed first, sent one by one under separate keys, and counted afterwards.
import { html, nothing } from "../lit.js";
import { act } from "../api.js";
import { done, keyOf, undecided } from "../keys.js";
import { count } from "../format.js";
import { openDialog } from "./form.js";
import { toast } from "./toast.js";

const AT_ONCE = 4;
const SHOWN = 12;

/**
 * spec: { title, verb, danger, effects, action, fields, items, name(item), form(item), body(item, reason, values), send(item, key,
 * reason) }
 * Resolves with the refused items, each with its problem; or with null if the user cancelled.
 */
export async function forMany(spec) {
  const { items } = spec;
  return openDialog({
    title: spec.title,
    verb: `${spec.verb} ${count(items.length)}`,
    danger: spec.danger,
    effects: spec.effects,
    before: html`<div class="tags">${items.slice(0, SHOWN).map((item) => html`<span class="tag clip" title=${spec.name(item)}>${spec.name(item)}</span>`)}
      ${items.length > SHOWN ? html`<span class="muted">and ${count(items.length - SHOWN)} more</span>` : nothing}</div>`,
    fields: [...(spec.fields ?? []), { name: "reason", label: "Reason", type: "area", required: true, help: "Recorded with each action." }],
    submit: async (values) => {
      const { reason } = values;
      const waiting = [...items];
      const refused = [];
      const work = async () => {
        for (let item = waiting.shift(); item; item = waiting.shift()) {
          const form = spec.form(item);
          try {
            await (spec.send ? spec.send(item, keyOf(form), reason) : act(spec.action, keyOf(form), spec.body(item, reason, values)));
            done(form);
          } catch (problem) {
            if (!problem.code) throw problem;
            if (!undecided(problem)) done(form);
            refused.push({ item, problem });
          }
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      toast(`${spec.verb}: ${count(items.length - refused.length)} succeeded${refused.length ? `, ${count(refused.length)} refused` : ""}.`);
      return refused;
    },
  });
}

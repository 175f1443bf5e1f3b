// A confirmation dialog: the effect of the action, its fields, and its result.
import { html, nothing, render } from "../lit.js";
import { act } from "../api.js";
import { done, keyOf, undecided } from "../keys.js";
import { problemNote } from "./text.js";
import { toast } from "./toast.js";
import { fieldView, readFields } from "./fields.js";

/**
 * Opens a dialog for one action.
 * spec.id       names the form: its idempotency key is kept under it until the server has answered
 * spec.action   the path of the action
 * spec.title, spec.verb, spec.danger, spec.wide
 * spec.effects  sentences that describe the effect
 * spec.fields   see fields.js; those with "more" are collapsed at first
 * spec.body     from the values of the fields to the request
 * spec.done     message after success
 * Resolves with the answer, or with null if nothing was sent.
 */
export function openForm(spec) {
  const send = spec.send ?? ((key, body) => act(spec.action, key, body));
  return openDialog({
    ...spec,
    submit: async (values) => {
      const key = keyOf(spec.id);
      try {
        const answer = await send(key, spec.body ? spec.body(values) : values);
        done(spec.id);
        if (spec.done) {
          toast(typeof spec.done === "function" ? spec.done(answer) : spec.done);
        }
        return answer;
      } catch (problem) {
        if (!undecided(problem)) {
          done(spec.id);
        }
        throw problem;
      }
    },
  });
}

/** The dialog: it stays open and shows errors until the action is done or cancelled. */
export function openDialog(spec) {
  return new Promise((resolve) => {
    const place = document.createElement("div");
    document.getElementById("dialogs").append(place);
    const before = document.activeElement;
    const state = { sending: false, problem: null, problems: {} };

    const draw = () => render(view(), place);
    const close = (answer) => {
      place.querySelector("dialog").close();
      render(nothing, place);
      place.remove();
      before?.focus?.();
      resolve(answer);
    };
    const submit = async (event) => {
      event.preventDefault();
      if (state.sending) {
        return;
      }
      const { values, problems } = readFields(spec.fields ?? [], event.target);
      state.problems = problems;
      state.problem = null;
      if (Object.keys(problems).length === 0) {
        state.sending = true;
        draw();
        try {
          close(await spec.submit(values));
          return;
        } catch (problem) {
          state.problem = problem;
          if (problem.field) {
            state.problems = { [problem.field]: problem.message };
          }
        }
        state.sending = false;
      }
      draw();
      place.querySelector('[aria-invalid="true"]')?.focus();
    };

    const shown = (field) => fieldView(field, state.problems[field.name]);
    const more = (spec.fields ?? []).filter((field) => field.more);
    const view = () => html`<dialog class=${spec.wide ? "wide" : ""} aria-labelledby="dialog-title"
      @cancel=${(event) => {
        event.preventDefault();
        if (!state.sending) close(null);
      }}>
      <form novalidate @submit=${submit}>
        <h2 id="dialog-title">${spec.title}</h2>
        ${spec.effects?.length ? html`<ul class="effects">${spec.effects.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
        ${spec.before ?? nothing}
        ${spec.fields?.length
          ? html`<div class="grid">${spec.fields.filter((field) => !field.more).map(shown)}</div>`
          : nothing}
        ${more.length
          ? html`<details class="more-fields" ?open=${more.some((field) => state.problems[field.name])}><summary>More settings (${more.length})</summary>
              <div class="grid">${more.map(shown)}</div></details>`
          : nothing}
        ${state.problem ? problemNote(state.problem) : nothing}
        <div class="buttons">
          <button class="button" type="button" ?disabled=${state.sending} @click=${() => close(null)}>Back</button>
          <button class="button ${spec.danger ? "danger solid" : "primary"}" type="submit" name="confirm"
            aria-busy=${state.sending}>${state.sending ? "Sending…" : spec.verb}</button>
        </div>
      </form>
    </dialog>`;

    draw();
    const dialog = place.querySelector("dialog");
    dialog.showModal();
    dialog.querySelector(".input, input, select")?.focus();
  });
}

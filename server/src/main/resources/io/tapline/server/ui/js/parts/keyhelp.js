// The list of shortcuts of the current screen, opened by "?".
import { html, nothing, render } from "../lit.js";
import { EVERYWHERE, KEYS } from "../keymap.js";

const SIGNS = { ArrowDown: "↓", ArrowUp: "↑" };

function rows(names) {
  return html`<dl class="keylist">${names.map((name) => html`<dt>${KEYS[name].keys.map((key) => html`<kbd>${SIGNS[key] ?? key}</kbd> `)}</dt><dd>${KEYS[name].text}</dd>`)}</dl>`;
}

/** A line of hints at the top of a page. */
export const hints = (names) =>
  html`<span>${names.map((name, i) => html`${i ? " · " : ""}<kbd>${KEYS[name].keys[0]}</kbd> ${name}`)} · <kbd>?</kbd> shortcuts</span>`;

export function showKeys(page) {
  const place = document.createElement("div");
  document.getElementById("dialogs").append(place);
  const before = document.activeElement;
  const close = () => {
    place.querySelector("dialog").close();
    place.remove();
    before?.focus?.();
  };
  render(html`<dialog aria-labelledby="keys-title" @cancel=${(event) => { event.preventDefault(); close(); }}>
    <div class="keys-help"><h2 id="keys-title">Keyboard shortcuts</h2>
      <h3>All pages</h3>${rows(EVERYWHERE)}
      ${page.keys?.length ? html`<h3>This page</h3>${rows(page.keys)}` : nothing}
      <div class="buttons"><button class="button primary" type="button" @click=${close}>Close</button></div></div>
  </dialog>`, place);
  place.querySelector("dialog").showModal();
}

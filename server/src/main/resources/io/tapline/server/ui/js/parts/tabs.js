import { html, nothing } from "../lit.js";

/** Tabs after the ARIA pattern: arrows move, and only the selected tab is in the tab order. */
export function tabs(label, list, chosen, choose) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) {
      return;
    }
    event.preventDefault();
    const place = list.findIndex((tab) => tab.id === chosen);
    choose(list[(place + step + list.length) % list.length].id);
    const bar = event.currentTarget;
    requestAnimationFrame(() => bar.querySelector('[aria-selected="true"]')?.focus());
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} @keydown=${move}>
    ${list.map(
      (tab) => html`<button role="tab" type="button" id="tab-${tab.id}" aria-controls="panel-${tab.id}"
        aria-selected=${tab.id === chosen} tabindex=${tab.id === chosen ? 0 : -1} @click=${() => choose(tab.id)}>
        ${tab.title}${tab.count == null ? nothing : html`<span class="n">${tab.count}</span>`}
      </button>`,
    )}
  </div>`;
}

export const panel = (id, body) =>
  html`<div role="tabpanel" id="panel-${id}" aria-labelledby="tab-${id}">${body}</div>`;

// Messages about finished actions, at the edge of the screen and for screen readers.
import { html, render, repeat } from "../lit.js";
import { icon } from "./icon.js";

const SHOWN_MS = 6000;
let toasts = [];
let next = 1;

function draw() {
  render(
    repeat(toasts, (toast) => toast.id, (toast) => html`<div class="toast">${icon("check")}<span>${toast.text}</span></div>`),
    document.getElementById("toasts"),
  );
}

export function toast(text) {
  const id = next++;
  toasts = [...toasts, { id, text }];
  draw();
  setTimeout(() => {
    toasts = toasts.filter((other) => other.id !== id);
    draw();
  }, SHOWN_MS);
}

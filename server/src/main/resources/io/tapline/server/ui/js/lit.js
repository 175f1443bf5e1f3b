// The only import of the rendering library. Values in its templates are text, never HTML.
export { html, svg, nothing, render } from "../lib/lit-html/lit-html.js";
export { repeat } from "../lib/lit-html/directives/repeat.js";
export { keyed } from "../lib/lit-html/directives/keyed.js";
export { live } from "../lib/lit-html/directives/live.js";

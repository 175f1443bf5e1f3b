// The one place that names the rendering library. What is put into its templates is text, never HTML.
export { html, svg, nothing, render } from "../lib/lit-html/lit-html.js";
export { repeat } from "../lib/lit-html/directives/repeat.js";
export { keyed } from "../lib/lit-html/directives/keyed.js";
export { live } from "../lib/lit-html/directives/live.js";

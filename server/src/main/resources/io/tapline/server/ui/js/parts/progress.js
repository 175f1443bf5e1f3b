// The progress of a workflow: a bar of job states, and their counts.
import { html, svg, nothing } from "../lit.js";
import { count } from "../format.js";
import { jobWords } from "../words.js";

const PARTS = [["succeeded", "green"], ["failed", "red"], ["cancelled", "grey"], ["running", "violet"]];

function pieces(sizes, total, height) {
  let x = 0;
  return sizes.filter(([size]) => size > 0).map(([size, colour]) => {
    const width = (100 * size) / Math.max(1, total);
    const piece = svg`<rect class="piece ${colour}" x=${x} y="0" width=${width} height=${height}></rect>`;
    x += width;
    return piece;
  });
}

/** The states of the jobs of a step, inside an SVG of width 100. */
export function stateBar(jobs) {
  const sizes = new Map();
  jobs.forEach((job) => {
    const [, colour] = jobWords(job);
    sizes.set(colour, (sizes.get(colour) ?? 0) + 1);
  });
  const order = ["green", "red", "orange", "amber", "violet", "cyan", "blue", "grey"];
  return svg`<rect class="piece rest" width="100" height="7"></rect>${pieces(order.map((colour) => [sizes.get(colour) ?? 0, colour]), jobs.length, 7)}`;
}

export function progressBar({ progress, job_count: all }) {
  const ended = progress.succeeded + progress.failed + progress.cancelled;
  const more = [["failed", "red"], ["cancelled", ""], ["running", ""], ["waiting", ""]].filter(([name]) => progress[name]);
  return html`<div class="progress" data-ended=${ended}>
    <svg class="progress-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="piece rest" width="100" height="6"></rect>${pieces(PARTS.map(([name, colour]) => [progress[name], colour]), all, 6)}`}</svg>
    <span class="small"><span class="num">${count(ended)} / ${count(all)}</span>${more.length
      ? html`<span class="muted">${more.map(([name, look]) => html`, <span class=${look ? `text-${look}` : ""}>${count(progress[name])} ${name}</span>`)}</span>` : nothing}</span>
  </div>`;
}

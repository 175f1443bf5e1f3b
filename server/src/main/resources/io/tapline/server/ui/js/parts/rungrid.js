// Runs of one kind of workflow, one column each, the newest first; one row for each step.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { now } from "../clock.js";
import { ranFor, stem } from "../flow.js";
import { clock, count, dateTime, day, duration, took } from "../format.js";
import { WORKFLOW_STATUSES, jobWords } from "../words.js";
import { icon } from "./icon.js";

/** With more steps than this, names are mere numbers: rows are kinds then. */
const MOST_ROWS = 60;

export function runGrid(runs) {
  const rows = rowsOf(runs);
  const longest = Math.max(1, ...runs.map((run) => secondsOf(run.workflow)));
  return html`<div class="table-wrap" tabindex="0" role="region" aria-label="Runs and steps"><table class="runs">
    <thead><tr><th scope="col">Step</th>
      ${repeat(runs, (run) => run.workflow.workflow_id, (run) => head(run.workflow, longest))}</tr></thead>
    <tbody>${repeat(rows, (row) => row.name, (row) => html`<tr>
      <th scope="row"><span class="step-name" title=${row.name}>${row.name}</span></th>
      ${runs.map((run) => html`<td>${cell(row.of.get(run.workflow.workflow_id), run)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

const secondsOf = (workflow) => ((workflow.finished_at ? Date.parse(workflow.finished_at) : now()) - Date.parse(workflow.enqueued_at)) / 1000;

const when = (iso) => (day(iso) === day(new Date(now()).toISOString()) ? clock(iso).replace(/:\d\d(?=\D*$)/, "") : day(iso).replace(/^\w+,? /, "").replace(/,? \d{4}$/, ""));

/** In the order of the newest run that has them. */
function rowsOf(runs) {
  const names = new Set(runs.flatMap((run) => run.steps.map((step) => step.name)));
  const nameOf = names.size <= MOST_ROWS ? (step) => step.name || step.job_id : (step) => stem(step.name).replaceAll("#", "…");
  const rows = new Map();
  for (const run of runs) {
    for (const step of run.steps) {
      const name = nameOf(step);
      if (!rows.has(name)) {
        rows.set(name, { name, of: new Map() });
      }
      const { of } = rows.get(name);
      of.set(run.workflow.workflow_id, [...(of.get(run.workflow.workflow_id) ?? []), step]);
    }
  }
  return [...rows.values()];
}

function head(workflow, longest) {
  const [word, colour, sign] = WORKFLOW_STATUSES[workflow.status];
  const seconds = secondsOf(workflow);
  const text = `Run of ${dateTime(workflow.enqueued_at)}: ${word}, ${took(seconds)}`;
  return html`<th scope="col"><a class="run ${colour}" href="/workflows/${part(workflow.workflow_id)}" data-run=${workflow.workflow_id} title=${text} aria-label=${text}>
    <span class="run-bar" aria-hidden="true"><span .style=${`height: ${Math.max(6, (100 * seconds) / longest).toFixed(0)}%`}></span></span>
    <span class="run-sign">${icon(sign)}</span>
    <span class="run-took">${brief(seconds)}</span>
    <span class="run-when">${when(workflow.enqueued_at)}</span></a></th>`;
}

/** The state of a step that needs attention first represents all its jobs. */
const WORST = ["dead_letter", "failed", "retry_waiting", "in_progress", "leased", "queued", "cancelled", "succeeded", "cleaned"];

function cell(steps, run) {
  if (!steps) {
    return html`<span class="cell none" aria-label="not in this run">·</span>`;
  }
  const worst = [...steps].sort((a, b) => WORST.indexOf(a.status) - WORST.indexOf(b.status))[0];
  const [word, colour, sign] = jobWords(worst);
  const seconds = Math.max(...steps.map((step) => ranFor(step, now()) ?? -1));
  const text = `${worst.name || worst.job_id}${steps.length > 1 ? ` and ${count(steps.length - 1)} more` : ""}: ${word}${seconds < 0 ? "" : `, ran ${took(seconds)}`}${worst.last_error ? `. ${worst.last_error}` : ""}`;
  return html`<a class="cell ${colour}" href=${steps.length > 1 ? `/workflows/${part(run.workflow.workflow_id)}` : `/subjects/${part(worst.job_id)}`}
    data-cell=${worst.status} title=${text} aria-label=${text}>${icon(sign)}${seconds < 0 ? nothing : html`<span>${brief(seconds)}</span>`}</a>`;
}

/** A duration in one unit, so that it fits into a cell. */
const brief = (seconds) => (seconds < 9.95 ? took(seconds) : duration(seconds).split(" ")[0]);

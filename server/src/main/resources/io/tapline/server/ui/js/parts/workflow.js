// The jobs of a workflow as a graph: dependencies, states, durations and the critical path. Equal jobs form one box, so that
// three hundred jobs stay readable.
import { html, svg, nothing } from "../lit.js";
import { part } from "../api.js";
import { now } from "../clock.js";
import { criticalPath, edgeKey, middle, ranFor, stepsOf } from "../flow.js";
import { count, duration, took } from "../format.js";
import { jobWords } from "../words.js";
import { shorten } from "./graph.js";
import { stateBar } from "./progress.js";

const WIDTH = 176;
const HEIGHT = 58;

/** From this number of jobs on, steps are shown first. */
export const MANY = 40;

const MEANS = { fail: "fails if the dependency fails", continue: "runs even if the dependency fails", wait: "waits if the dependency fails" };

/** The critical path. */
export function pathNote(workflow) {
  const path = criticalPath(workflow.jobs, workflow.edges, now());
  return path && path.jobs.size > 1
    ? html`<span class="path-note" role="note"><span class="path-sign" aria-hidden="true"></span>Critical path
        <strong class="num">${took(path.seconds)}</strong> <span class="muted">over ${count(path.jobs.size)} jobs</span></span>`
    : nothing;
}

/** view: a GraphView; grouped: by steps; pick: called with the chosen step. */
export function workflowGraph(view, workflow, { grouped, pick, tools }) {
  const path = criticalPath(workflow.jobs, workflow.edges, now());
  return grouped ? ofSteps(view, workflow, path, pick, tools) : ofJobs(view, workflow, path, tools);
}

function ofJobs(view, { jobs, edges }, path, tools) {
  return view.view({
    label: "Workflow graph",
    width: WIDTH,
    height: HEIGHT,
    nodes: jobs.map((job) => ({ id: job.job_id, node: job })),
    edges: edges.map((edge) => ({
      ...edge, title: MEANS[edge.on_failure] ?? edge.on_failure, look: path?.edges.has(edgeKey(edge.parent, edge.child)) ? "critical" : "",
    })),
    box: (placed) => jobBox(placed, path),
    tools,
  });
}

function ofSteps(view, { jobs, edges }, path, pick, tools) {
  const whole = stepsOf(jobs, edges);
  const crossed = new Set(edges.filter((edge) => path?.edges.has(edgeKey(edge.parent, edge.child)))
    .map((edge) => edgeKey(whole.stepOf(edge.parent).id, whole.stepOf(edge.child).id)));
  return view.view({
    label: "Workflow graph by steps",
    width: WIDTH,
    height: HEIGHT,
    nodes: whole.steps.map((step) => ({ id: String(step.id), node: step })),
    edges: whole.edges.map((edge) => ({ ...edge, look: crossed.has(edgeKey(edge.parent, edge.child)) ? "critical" : "" })),
    box: (placed) => (placed.node.jobs.length === 1 ? jobBox({ ...placed, node: placed.node.jobs[0] }, path) : stepBox(placed, path, pick)),
    tools,
  });
}

function jobBox({ x, y, node: job }, path) {
  const name = job.name || job.job_id;
  const [word, colour] = jobWords(job);
  const seconds = ranFor(job, now());
  const length = seconds == null ? "" : took(seconds);
  const critical = path?.jobs.has(job.job_id);
  return svg`<a href="/subjects/${part(job.job_id)}" class="job ${colour} ${critical ? "critical" : ""}" data-job=${job.job_id} data-status=${job.status}
      aria-label="${job.kind} ${name}: ${word}${length ? `, ran ${length}` : ""}${critical ? ", on the critical path" : ""}">
    <g transform="translate(${x - WIDTH / 2},${y - HEIGHT / 2})">
      <title>${name} · ${job.job_id} · ${word}${length ? ` · ran ${length}` : ""}</title>
      <rect width=${WIDTH} height=${HEIGHT} rx="6"></rect>
      <rect class="mark" width="5" height=${HEIGHT} rx="2"></rect>
      <text class="kind" x="14" y="17">${shorten(job.kind ?? "", 26)}</text>
      <text class="id" x="14" y="33">${shorten(name, 21)}</text>
      <text class="status" x="14" y="49">${word}</text>
      <text class="took" x=${WIDTH - 10} y="49">${length}</text>
    </g></a>`;
}

function stepBox({ x, y, node: step }, path, pick) {
  const bad = step.jobs.filter((job) => ["failed", "dead_letter"].includes(job.status)).length;
  const ended = step.jobs.filter((job) => job.finished_at).length;
  const usual = middle(step.jobs.map((job) => (job.finished_at ? ranFor(job, now()) : null)));
  const critical = step.jobs.some((job) => path?.jobs.has(job.job_id));
  const summary = `${count(ended)} of ${count(step.jobs.length)} ended${bad ? `, ${count(bad)} failed` : ""}${usual == null ? "" : `, median ${took(usual)}`}`;
  return svg`<a href="?step=${step.id}" class="job step ${bad ? "red" : ""} ${critical ? "critical" : ""}" data-step=${step.id}
      aria-label="${step.label}: ${summary}${critical ? ", on the critical path" : ""}"
      @click=${(event) => {
        event.preventDefault();
        pick(step);
      }}>
    <g transform="translate(${x - WIDTH / 2},${y - HEIGHT / 2})">
      <title>${step.label} · ${summary}</title>
      <rect class="behind" x="6" y="6" width=${WIDTH - 6} height=${HEIGHT} rx="6"></rect>
      <rect class="behind" x="3" y="3" width=${WIDTH - 3} height=${HEIGHT} rx="6"></rect>
      <rect width=${WIDTH} height=${HEIGHT} rx="6"></rect>
      <text class="id" x="12" y="19">${shorten(step.label, 16)}</text>
      <text class="took" x=${WIDTH - 10} y="19">× ${count(step.jobs.length)}</text>
      <text class=${bad ? "status" : "kind"} x="12" y="34">${bad ? `${count(bad)} failed` : ended === step.jobs.length ? "all ended" : `${count(ended)} ended`}</text>
      <text class="took" x=${WIDTH - 10} y="34">${usual == null ? "" : `~ ${took(usual)}`}</text>
      <svg x="12" y="42" width=${WIDTH - 22} height="7" viewBox="0 0 100 7" preserveAspectRatio="none">${stateBar(step.jobs)}</svg>
    </g></a>`;
}

/** From its creation to its end, or until now. */
export const lasted = (workflow) => duration(((workflow.finished_at ? Date.parse(workflow.finished_at) : now()) - Date.parse(workflow.enqueued_at)) / 1000);

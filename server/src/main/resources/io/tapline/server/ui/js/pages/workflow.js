// One workflow: its jobs as a graph with their current states, and its cancellation.
import { html, nothing, repeat } from "../lit.js";
import { get, part, post } from "../api.js";
import { may } from "../session.js";
import { count, took } from "../format.js";
import { Page } from "../page.js";
import { openForm } from "../parts/form.js";
import { loadLayout } from "../parts/graph.js";
import { GraphView } from "../parts/graphview.js";
import { progressBar } from "../parts/progress.js";
import { lasted, MANY, pathNote, workflowGraph } from "../parts/workflow.js";
import { ranFor, stepsOf } from "../flow.js";
import { now } from "../clock.js";
import {
  card, copyButton, empty, facts, jobBadge, moment, problemNote, queueLink, subjectLink, workflowBadge,
} from "../parts/text.js";

const ENDED = new Set(["succeeded", "failed", "dead_letter", "cancelled", "cleaned"]);

export class WorkflowPage extends Page {
  /** The durations of running jobs in the graph change every second. */
  tickSeconds = 5;
  workflow = null;
  #resized = () => this.graph.drawn();

  constructor(app, id, query) {
    super(app);
    this.id = id;
    this.title = id;
    this.graph = new GraphView(app);
    this.step = query.get("step");
    this.how = query.get("graph");
    window.addEventListener("resize", this.#resized);
  }

  leave() {
    super.leave();
    window.removeEventListener("resize", this.#resized);
  }

  drawn() {
    this.graph.drawn();
  }

  /** Whether steps or single jobs are shown: the choice of the user, otherwise by the number of jobs. */
  get #grouped() {
    return this.how ? this.how === "steps" : this.workflow.jobs.length > MANY;
  }

  #choose(how) {
    this.how = how;
    this.remember({ graph: how });
  }

  #pick(step) {
    this.step = step == null ? null : String(step.id);
    this.remember({ step: this.step });
  }

  concerns(event) {
    return this.workflow?.jobs.some((job) => job.job_id === event.job_id) ?? false;
  }

  async load() {
    const [workflow] = await Promise.all([get(`/api/v1/workflows/${part(this.id)}`, {}, this.signal), loadLayout()]);
    this.workflow = workflow;
    this.title = `${workflow.workflow_kind} ${workflow.workflow_id}`;
  }

  get #open() {
    return this.workflow.jobs.filter((job) => !ENDED.has(job.status));
  }

  async #cancel() {
    const answer = await openForm({
      id: `cancel-workflow:${this.id}`,
      title: `Cancel ${this.workflow.workflow_kind}`,
      verb: "Cancel workflow",
      danger: true,
      effects: [
        `${count(this.#open.length)} of ${count(this.workflow.jobs.length)} jobs have not ended and are cancelled now.`,
        "Workers that hold one of them lose the lease at once, and the server refuses their results.",
        "Ended jobs do not change.",
      ],
      fields: [{ name: "reason", label: "Reason", type: "area", required: true, help: "Recorded with your name and the time." }],
      send: (key, values) => post(`/api/v1/workflows/${part(this.id)}/cancel`, { ...values, idempotency_key: key }),
      done: "Workflow cancelled.",
    });
    if (answer) {
      await this.refresh();
    }
  }

  view() {
    if (!this.workflow) {
      return this.problem ? this.#missing() : html`<div class="stack-page"><h1>${this.id}</h1><div class="skeleton"></div></div>`;
    }
    return html`${this.#head()}
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${card("Graph", html`<div class="body">${this.#graph()}</div>`, { end: pathNote(this.workflow) })}
        ${this.#jobs()}
        ${card("About", html`<div class="body">${this.#about()}</div>`)}
      </div>`;
  }

  #missing() {
    return this.problem.status === 404
      ? html`<h1 class="hidden-visually">Not found</h1>${empty("Not found", `There is no workflow ${this.id} in this tenant.`)}`
      : html`<div class="stack-page"><h1>${this.id}</h1>${problemNote(this.problem)}</div>`;
  }

  #head() {
    const { workflow_id, workflow_kind, status } = this.workflow;
    return html`<div class="page-head">
      <div class="title">
        <span class="crumb"><a href="/workflows">Workflows</a></span>
        <h1 class="break">${workflow_kind}</h1>
        <div class="line"><span role="status">${workflowBadge(status)}</span>
          <span class="euid">${workflow_id}</span>${copyButton(workflow_id, "Copy EUID")}
          <a href="/workflows?kind=${part(workflow_kind)}">All runs of ${workflow_kind}</a></div>
      </div>
      <div class="end">${may("operate") && this.#open.length
        ? html`<button class="button danger" type="button" @click=${() => this.#cancel()}>Cancel workflow…</button>` : nothing}</div>
    </div>`;
  }

  #graph() {
    const { jobs } = this.workflow;
    const tools = jobs.length > 1
      ? html`<span class="segmented" role="group" aria-label="Nodes of the graph">
          <button type="button" aria-pressed=${this.#grouped} @click=${() => this.#choose("steps")}>Steps</button>
          <button type="button" aria-pressed=${!this.#grouped} @click=${() => this.#choose("jobs")}>Jobs</button></span>`
      : nothing;
    return workflowGraph(this.graph, this.workflow, { grouped: this.#grouped, pick: (step) => this.#pick(step), tools });
  }

  /** The jobs of the selected step; without a selection, all. */
  #jobs() {
    const { jobs, edges } = this.workflow;
    const step = this.step == null ? null : stepsOf(jobs, edges).steps[Number(this.step)];
    const shown = step ? step.jobs : jobs;
    const end = step
      ? html`<button class="button small" type="button" @click=${() => this.#pick(null)}>All ${count(jobs.length)} jobs</button>` : progressBar(this.workflow);
    return card(step ? html`Jobs of ${step.label} <span class="ordered">${count(shown.length)} of ${count(jobs.length)}</span>` : "Jobs", html`<div class="table-wrap jobs-wrap" tabindex="0" role="region" aria-label="Jobs"><table class="stack"><thead><tr>
      <th>Job</th><th>Kind</th><th>Executor</th><th>Status</th><th class="num">Attempts spent</th><th class="num">Run time</th><th>Started</th><th>Finished</th></tr></thead>
      <tbody>${repeat(shown, (job) => job.job_id, (job) => html`<tr data-row=${job.job_id}>
        <td class="name">${subjectLink(job.job_id, job.name)}${job.last_error ? html`<span class="sub break">${job.status === "succeeded" ? "An earlier attempt failed: " : ""}${job.last_error}</span>` : nothing}</td>
        <td data-label="Kind">${queueLink(job.kind)}</td>
        <td data-label="Executor" class="two">${job.executor ?? "–"}</td>
        <td data-label="Status">${jobBadge(job)}</td>
        <td class="num" data-label="Attempts spent">${job.attempts}</td>
        <td class="num nowrap" data-label="Run time">${took(ranFor(job, now()))}</td>
        <td data-label="Started">${moment(job.started_at)}</td>
        <td data-label="Finished">${moment(job.finished_at)}</td>
      </tr>`)}</tbody></table></div>`, { end });
  }

  #about() {
    const one = this.workflow;
    return facts([
      ["Generator", one.generator],
      ["On behalf of", one.enqueued_by],
      ["Correlation id", one.correlation_id],
      ["Created", moment(one.enqueued_at)],
      ["Finished", moment(one.finished_at)],
      ["Duration", `${lasted(one)}${one.finished_at ? "" : " so far"}`],
    ]);
  }
}

// One workflow: its jobs as a graph with their states as they are now, and the end of the whole of it.
import { html, nothing, repeat } from "../lit.js";
import { get, part, post } from "../api.js";
import { may } from "../session.js";
import { count } from "../format.js";
import { Page } from "../page.js";
import { openForm } from "../parts/form.js";
import { loadLayout } from "../parts/graph.js";
import { workflowGraph } from "../parts/workflow.js";
import {
  card, copyButton, empty, facts, jobBadge, moment, problemNote, queueLink, subjectLink, workflowBadge,
} from "../parts/text.js";

const ENDED = new Set(["succeeded", "failed", "dead_letter", "cancelled", "cleaned"]);

export class WorkflowPage extends Page {
  workflow = null;

  constructor(app, id) {
    super(app);
    this.id = id;
    this.title = id;
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
      verb: "Cancel all",
      danger: true,
      what: [
        `${count(this.#open.length)} of ${count(this.workflow.jobs.length)} jobs have not ended: each of them is cancelled now.`,
        "A worker that has one of them loses it at once; its result will be refused.",
        "What has ended stays as it is.",
      ],
      fields: [{ name: "reason", label: "Reason", type: "area", required: true, help: "Kept as evidence, with your name and the time." }],
      send: (key, values) => post(`/api/v1/workflows/${part(this.id)}/cancel`, { ...values, idempotency_key: key }),
      done: "The workflow is cancelled.",
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
        ${card("Graph", html`<div class="body">${workflowGraph(this.workflow)}</div>`)}
        ${card("Jobs", this.#jobs())}
        ${card("About", html`<div class="body">${this.#about()}</div>`)}
      </div>`;
  }

  #missing() {
    return this.problem.status === 404
      ? html`<h1 class="hidden-visually">Not found</h1>${empty("Not found", `There is no workflow ${this.id} here.`)}`
      : html`<div class="stack-page"><h1>${this.id}</h1>${problemNote(this.problem)}</div>`;
  }

  #head() {
    const { workflow_id, workflow_kind, status } = this.workflow;
    return html`<div class="page-head">
      <div class="title">
        <span class="crumb"><a href="/workflows">Workflows</a></span>
        <h1 class="break">${workflow_kind}</h1>
        <div class="line"><span role="status">${workflowBadge(status)}</span>
          <span class="euid">${workflow_id}</span>${copyButton(workflow_id, "Copy the EUID")}</div>
      </div>
      <div class="end">${may("operate") && this.#open.length
        ? html`<button class="button danger" type="button" @click=${() => this.#cancel()}>Cancel all…</button>` : nothing}</div>
    </div>`;
  }

  #jobs() {
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      <th>Job</th><th>Kind</th><th>Executor</th><th>Status</th><th class="num">Attempts</th><th>Started</th><th>Finished</th></tr></thead>
      <tbody>${repeat(this.workflow.jobs, (job) => job.job_id, (job) => html`<tr>
        <td class="name">${subjectLink(job.job_id, job.name)}</td>
        <td data-label="Kind">${queueLink(job.kind)}</td>
        <td data-label="Executor">${job.executor ?? "–"}</td>
        <td data-label="Status">${jobBadge(job)}</td>
        <td class="num" data-label="Attempts">${job.attempts}</td>
        <td data-label="Started">${moment(job.started_at)}</td>
        <td data-label="Finished">${moment(job.finished_at)}</td>
      </tr>`)}</tbody></table></div>`;
  }

  #about() {
    const one = this.workflow;
    return facts([
      ["Generator", one.generator],
      ["On behalf of", one.enqueued_by],
      ["Correlation id", one.correlation_id],
      ["Made", moment(one.enqueued_at)],
      ["Finished", moment(one.finished_at)],
    ]);
  }
}

// Workflows, newest first, each with the states of its jobs; for one kind also a grid of runs and steps.
import { html, nothing, repeat } from "../lit.js";
import { get, part, post } from "../api.js";
import { Page } from "../page.js";
import { List } from "../parts/list.js";
import { Picks } from "../parts/picks.js";
import { progressBar } from "../parts/progress.js";
import { runGrid } from "../parts/rungrid.js";
import { lasted } from "../parts/workflow.js";
import { card, empty, moment, problemNote, workflowBadge } from "../parts/text.js";

const RUNS = 20;

export class WorkflowsPage extends Page {
  title = "Workflows";
  runs = null;
  picks = new Picks(this, {
    id: (one) => one.workflow_id,
    name: (one) => `${one.workflow_kind} ${one.workflow_id}`,
    list: () => this.list,
    verbs: [{
      verb: "Cancel", role: "operate", danger: true,
      effects: ["All jobs that have not ended are cancelled now. Ended jobs do not change."],
      unable: (one) => (one.status === "active" ? null : "already ended"),
      form: (one) => `cancel-workflow:${one.workflow_id}`,
      send: (one, key, reason) => post(`/api/v1/workflows/${part(one.workflow_id)}/cancel`, { reason, idempotency_key: key }),
    }],
  });

  constructor(app, _, query) {
    super(app);
    this.kind = query.get("kind") ?? "";
    this.list = new List("/api/v1/workflows", { workflow_kind: this.kind });
    if (this.kind) {
      this.title = `Runs of ${this.kind}`;
    }
  }

  pressed(event) {
    return this.picks.pressed(event);
  }

  /** Only a job that begins or ends changes the state of a workflow. */
  concerns(event) {
    return !["job_heartbeat", "job_lease_renewed", "job_claimed"].includes(event.type);
  }

  async load() {
    await Promise.all([this.list.load(this.signal), this.#runs()]);
  }

  async #runs() {
    if (this.kind) {
      this.runs = await this.#runsOf(this.kind);
    }
  }

  /** A kind that does not exist has no runs. */
  async #runsOf(kind) {
    try {
      return (await get(`/api/v1/workflows/kinds/${part(kind)}/runs`, { limit: RUNS }, this.signal)).items;
    } catch (problem) {
      if (problem.status === 404) {
        return [];
      }
      throw problem;
    }
  }

  view() {
    return html`<div class="page-head"><div class="title">
        ${this.kind ? html`<a class="crumb" href="/workflows">Workflows</a>` : nothing}
        <h1 class="break">${this.kind || "Workflows"}</h1></div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.picks.notes()}
        ${this.runs?.length ? card(html`Runs and steps <span class="ordered">newest first${this.runs.length === RUNS ? `, last ${RUNS}` : ""}; bars show durations</span>`, runGrid(this.runs)) : nothing}
        ${card(html`${this.kind ? "Runs" : "All workflows"} <span class="ordered">newest first</span>`, this.#body())}
      </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return this.kind ? empty("No runs", `There is no workflow of kind ${this.kind} in this tenant.`) : empty("No workflows yet", "Create one with POST /api/v1/workflows.");
    }
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${this.picks.head()}<th>Workflow</th><th>Status</th><th>Jobs</th><th class="num">Duration</th><th>Created by</th><th>Created</th>${this.kind ? nothing : html`<th><span class="hidden-visually">Actions</span></th>`}</tr></thead>
      <tbody>${repeat(this.list.items, (one) => one.workflow_id, (one, i) => this.#row(one, i))}</tbody></table></div>${this.list.footer(this)}${this.picks.bar()}`;
  }

  #row(one, i) {
    const href = `/workflows/${part(one.workflow_id)}`;
    return html`<tr data-workflow=${one.workflow_id} class=${this.picks.look(one)}>
      ${this.picks.box(one, i)}
      <td class="name"><a href=${href}><strong>${one.workflow_kind}</strong></a>
        <span class="sub"><a class="euid" href=${href}>${one.workflow_id}</a>${one.correlation_id ? html`<span>${one.correlation_id}</span>` : nothing}</span></td>
      <td data-label="Status" class="two">${workflowBadge(one.status)}</td>
      <td data-label="Jobs" class="wide">${progressBar(one)}</td>
      <td class="num nowrap" data-label="Duration">${lasted(one)}${one.finished_at ? nothing : html`<span class="sub">so far</span>`}</td>
      <td data-label="Created by" class="break">${one.enqueued_by}<span class="sub">${one.generator}</span></td>
      <td data-label="Created">${moment(one.enqueued_at)}</td>
      ${this.kind ? nothing : html`<td class="num nowrap"><a class="small" href="/workflows?kind=${part(one.workflow_kind)}" aria-label="All runs of ${one.workflow_kind}">All runs</a></td>`}
    </tr>`;
  }
}

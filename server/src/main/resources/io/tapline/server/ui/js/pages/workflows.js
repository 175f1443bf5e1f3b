// Workflows, newest first, each as its jobs stand now.
import { html, nothing, repeat } from "../lit.js";
import { part, post } from "../api.js";
import { Page } from "../page.js";
import { List } from "../parts/list.js";
import { Picks } from "../parts/picks.js";
import { age, card, empty, moment, problemNote, workflowBadge } from "../parts/text.js";

export class WorkflowsPage extends Page {
  title = "Workflows";
  list = new List("/api/v1/workflows");
  picks = new Picks(this, {
    id: (one) => one.workflow_id,
    name: (one) => `${one.workflow_kind} ${one.workflow_id}`,
    items: () => this.list.items,
    verbs: [{
      verb: "Cancel", role: "operate", danger: true,
      what: ["Every job of them that has not ended is cancelled now. What has ended stays as it is."],
      unable: (one) => (one.status === "active" ? null : "over already"),
      form: (one) => `cancel-workflow:${one.workflow_id}`,
      send: (one, key, reason) => post(`/api/v1/workflows/${part(one.workflow_id)}/cancel`, { reason, idempotency_key: key }),
    }],
  });

  pressed(event) {
    return this.picks.pressed(event);
  }

  /** Only jobs that begin or end change how a workflow stands. */
  concerns(event) {
    return !["job_heartbeat", "job_lease_renewed", "job_claimed"].includes(event.type);
  }

  load() {
    return this.list.load(this.signal);
  }

  view() {
    return html`<div class="page-head"><h1>Workflows</h1></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.picks.notes()}
        ${card("Newest first", this.#body())}
      </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return empty("No workflows yet", "A program makes one with POST /api/v1/workflows.");
    }
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${this.picks.head()}<th>Workflow</th><th>Kind</th><th>Status</th><th class="num">Jobs</th><th>Made by</th><th>Made</th><th class="num">Age</th></tr></thead>
      <tbody>${repeat(this.list.items, (one) => one.workflow_id, (one, i) => html`<tr data-workflow=${one.workflow_id} class=${this.picks.look(one)}>
        ${this.picks.box(one, i)}
        <td class="name"><a class="euid" href="/workflows/${part(one.workflow_id)}">${one.workflow_id}</a></td>
        <td data-label="Kind">${one.workflow_kind}</td>
        <td data-label="Status">${workflowBadge(one.status)}</td>
        <td class="num" data-label="Jobs">${one.job_count}</td>
        <td data-label="Made by" class="break">${one.generator}</td>
        <td data-label="Made">${moment(one.enqueued_at)}</td>
        <td class="num" data-label="Age">${age(one.enqueued_at)}</td>
      </tr>`)}</tbody></table></div>${this.list.footer(this)}${this.picks.bar()}`;
  }
}

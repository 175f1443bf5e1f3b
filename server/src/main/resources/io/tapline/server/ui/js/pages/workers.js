// Who works: alive or not, with how much, and what they can do.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { count, sentence } from "../format.js";
import { Page } from "../page.js";
import { List } from "../parts/list.js";
import { workerPicks } from "../parts/picks.js";
import { card, clipped, empty, fromNow, problemNote, statusBadge, tags } from "../parts/text.js";

const STATUSES = ["ONLINE", "OFFLINE", "DRAINING", "DISABLED", "RETIRED"];

export class WorkersPage extends Page {
  title = "Workers";

  constructor(app, _, query) {
    super(app);
    this.status = STATUSES.includes(query.get("status")) ? query.get("status") : "";
    this.picks = workerPicks(this, () => this.list);
    this.#choose();
  }

  pressed(event) {
    return this.picks.pressed(event);
  }

  #choose() {
    this.picks.clear();
    this.list = new List("workers", { status: this.status }, 100);
  }

  concerns(event) {
    return ["job_claimed", "job_heartbeat", "job_succeeded", "job_failed", "job_released", "job_lease_expired"].includes(event.type);
  }

  load() {
    return this.list.load(this.signal);
  }

  #filter(status) {
    this.status = status;
    this.remember({ status });
    this.#choose();
    this.refresh();
  }

  view() {
    const end = html`<span class="segmented" role="group" aria-label="Status">${["", ...STATUSES].map(
      (status) => html`<button type="button" aria-pressed=${this.status === status} @click=${() => this.#filter(status)}>${status ? sentence(status) : "All"}</button>`)}</span>`;
    const body = !this.loaded
      ? html`<div class="body"><div class="skeleton"></div></div>`
      : this.list.items.length
        ? html`${this.#table()}${this.list.footer(this)}${this.picks.bar()}`
        : empty("No workers", this.status ? "None has this status now." : "A worker appears here when it registers.");
    return html`<div class="page-head"><h1>Workers</h1></div>
      <div class="stack-page">${this.problem ? problemNote(this.problem) : nothing}${this.picks.notes()}${card("Workers", body, { end })}</div>`;
  }

  #table() {
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${this.picks.head()}<th>Worker</th><th>Status</th><th class="num">Heartbeat</th><th class="num">Leases</th><th>Type</th><th>Capabilities</th><th>Host</th><th>Build</th></tr></thead>
      <tbody>${repeat(this.list.items, (worker) => worker.worker_euid, (worker, i) => html`<tr data-worker=${worker.worker_euid} class=${this.picks.look(worker)}>
        ${this.picks.box(worker, i)}
        <td class="name"><a class="clip" title=${worker.display_name || worker.worker_key} href="/workers/${part(worker.worker_euid)}"><strong>${worker.display_name || worker.worker_key}</strong></a>
          <span class="sub">${clipped(worker.worker_key)}</span></td>
        <td>${statusBadge(worker.effective_status)}</td>
        <td class="num" data-label="Heartbeat">${fromNow(worker.heartbeat_at)}</td>
        <td class="num" data-label="Leases">${count(worker.active_leases)} / ${count(worker.max_concurrent_leases)}</td>
        <td data-label="Type">${sentence(worker.worker_type)}</td>
        <td data-label="Capabilities" class="wide">${tags(worker.capabilities, "none")}</td>
        <td data-label="Host" class="break wide">${worker.host ?? "–"}</td>
        <td data-label="Build">${worker.build_version ?? "–"}</td>
      </tr>`)}</tbody></table></div>`;
  }
}

// Workers: active ones first, with their load and capabilities; ended ones are collapsed.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { count, sentence } from "../format.js";
import { Page } from "../page.js";
import { List } from "../parts/list.js";
import { workerPicks } from "../parts/picks.js";
import { card, clipped, empty, fromNow, problemNote, statusBadge, tags } from "../parts/text.js";

const STATUSES = ["ONLINE", "OFFLINE", "DRAINING", "DISABLED", "RETIRED"];
/** Statuses that are read without a filter, in this order; retired workers are read on request only. */
const PRESENT = ["ONLINE", "DRAINING", "DISABLED", "OFFLINE"];

/** The worker ended by itself or was retired, so it is not missing. */
const ended = (worker) => worker.effective_status === "RETIRED" || (worker.effective_status === "OFFLINE" && worker.ended_at != null);

export class WorkersPage extends Page {
  title = "Workers";

  constructor(app, _, query) {
    super(app);
    this.status = STATUSES.includes(query.get("status")) ? query.get("status") : "";
    this.unfolded = query.get("ended") === "shown";
    this.picks = workerPicks(this, () => this.#shown);
    this.#choose();
  }

  pressed(event) {
    return this.picks.pressed(event);
  }

  #choose() {
    this.picks.clear();
    const wanted = this.status ? [this.status] : [...PRESENT, ...(this.unfolded ? ["RETIRED"] : [])];
    this.lists = wanted.map((status) => new List("workers", { status }, 100));
  }

  /** All lists as one; collapsed rows are not selected. */
  get #shown() {
    const wanted = (workers) => (this.unfolded || this.status ? workers : workers.filter((worker) => !ended(worker)));
    return {
      items: this.unfolded && !this.status ? [...this.#there, ...this.#ended] : this.#there,
      next: this.lists.find((list) => list.next)?.next ?? null,
      every: async (signal, most) => {
        const read = await Promise.all(this.lists.map((list) => list.every(signal, most)));
        const all = wanted(read.flatMap((one) => one.items));
        return { items: all.slice(0, most), whole: all.length <= most && read.every((one) => one.whole) };
      },
    };
  }

  get #all() {
    return this.lists.flatMap((list) => list.items);
  }

  get #there() {
    return this.status ? this.#all : this.#all.filter((worker) => !ended(worker));
  }

  get #ended() {
    return this.status ? [] : this.#all.filter(ended);
  }

  concerns(event) {
    return ["job_claimed", "job_heartbeat", "job_succeeded", "job_failed", "job_released", "job_lease_expired"].includes(event.type);
  }

  async load() {
    await Promise.all(this.lists.map((list) => list.load(this.signal)));
  }

  #filter(status) {
    this.status = status;
    this.remember({ status });
    this.#choose();
    this.refresh();
  }

  #unfold() {
    this.unfolded = !this.unfolded;
    this.remember({ ended: this.unfolded ? "shown" : null });
    this.#choose();
    this.refresh();
  }

  view() {
    const end = html`<span class="segmented" role="group" aria-label="Status">${["", ...STATUSES].map(
      (status) => html`<button type="button" aria-pressed=${this.status === status} @click=${() => this.#filter(status)}>${status ? sentence(status) : "All"}</button>`)}</span>`;
    return html`<div class="page-head"><h1>Workers</h1></div>
      <div class="stack-page">${this.problem ? problemNote(this.problem) : nothing}${this.picks.notes()}
        ${card(html`Workers ${this.loaded && !this.status ? html`<span class="ordered">${this.#summary()}</span>` : nothing}`, this.#body(), { end })}
        ${this.loaded && !this.status ? this.#folded() : nothing}</div>`;
  }

  /** Rows that are not loaded are not counted: then the text is "more than". */
  #summary() {
    const countOf = (status, word) => {
      const list = this.lists[PRESENT.indexOf(status)];
      const some = list.items.filter((worker) => !ended(worker));
      return some.length ? `${list.next ? "more than " : ""}${count(some.length)} ${word}` : null;
    };
    return [countOf("ONLINE", "online"), countOf("DRAINING", "draining"), countOf("DISABLED", "disabled"), countOf("OFFLINE", "offline")].filter(Boolean).join(", ");
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    const shown = this.#there;
    const lists = this.lists.filter((list) => list.query.status !== "RETIRED" || this.status);
    return html`${shown.length
      ? this.#table(shown, 0)
      : empty(this.status || this.#ended.length ? "No workers" : "No workers yet", this.status ? "No worker has this status." : this.#ended.length ? "All workers have ended." : "Workers are listed after their registration.")}
      ${lists.map((list) => list.footer(this))}${shown.length ? this.picks.bar() : nothing}`;
  }

  #folded() {
    const some = this.#ended;
    const button = html`<button class="button small" type="button" aria-expanded=${this.unfolded} @click=${() => this.#unfold()}>${this.unfolded ? "Hide ended workers" : "Show ended workers"}</button>`;
    const retired = this.lists.find((list) => list.query.status === "RETIRED");
    return card("Ended workers", !this.unfolded
      ? html`<div class="body muted small">Workers that ended cleanly or were retired.</div>`
      : html`${some.length ? this.#table(some, this.#there.length) : empty("No ended workers")}${retired?.footer(this) ?? nothing}`, { end: button });
  }

  #table(workers, from) {
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${this.picks.head()}<th>Worker</th><th>Status</th><th class="num">Heartbeat</th><th class="num">Leases</th><th>Type</th><th>Capabilities</th><th>Host</th><th>Build</th></tr></thead>
      <tbody>${repeat(workers, (worker) => worker.worker_euid, (worker, i) => html`<tr data-worker=${worker.worker_euid} class=${this.picks.look(worker)}>
        ${this.picks.box(worker, from + i)}
        <td class="name"><a class="clip" title=${worker.display_name || worker.worker_key} href="/workers/${part(worker.worker_euid)}"><strong>${worker.display_name || worker.worker_key}</strong></a>
          <span class="sub">${clipped(worker.worker_key)}</span></td>
        <td>${statusBadge(worker.effective_status)}</td>
        <td class="num" data-label=${worker.ended_at ? "Ended" : "Heartbeat"}>${fromNow(worker.ended_at ?? worker.heartbeat_at)}</td>
        <td class="num" data-label="Leases"><a href="/workers/${part(worker.worker_euid)}">${count(worker.active_leases)} / ${count(worker.max_concurrent_leases)}</a></td>
        <td data-label="Type">${sentence(worker.worker_type)}</td>
        <td data-label="Capabilities" class="wide">${tags(worker.capabilities, "none")}</td>
        <td data-label="Host" class="break wide">${worker.host ?? "–"}</td>
        <td data-label="Build">${worker.build_version ?? "–"}</td>
      </tr>`)}</tbody></table></div>`;
  }
}

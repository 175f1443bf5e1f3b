// One worker: its state, leases, history and sessions, the queues that it can serve, and the reasons against the others.
import { html, nothing, repeat } from "../lit.js";
import { get, part } from "../api.js";
import { may } from "../session.js";
import { administerWorker, expireLease } from "../actions.js";
import { count, duration, sentence } from "../format.js";
import { Page } from "../page.js";
import { icon } from "../parts/icon.js";
import { List } from "../parts/list.js";
import { attemptsCard, presenceCard } from "../parts/workerpast.js";
import { card, copyButton, empty, facts, fromNow, moment, problemNote, queueLink, statusBadge, subjectNamed, tags, timeLeft } from "../parts/text.js";

/** Administrative actions by the status of the worker. */
const VERBS = {
  ONLINE: ["drain-worker", "disable-worker", "retire-worker"],
  OFFLINE: ["drain-worker", "disable-worker", "retire-worker"],
  DRAINING: ["enable-worker", "disable-worker", "retire-worker"],
  DISABLED: ["enable-worker", "retire-worker"],
  RETIRED: [],
};
const NAMES = { "drain-worker": "Drain", "disable-worker": "Disable", "enable-worker": "Enable", "retire-worker": "Retire" };

export class WorkerPage extends Page {
  tickSeconds = 1;
  worker = null;
  reach = null;
  changes = null;
  actProblem = null;

  constructor(app, euid) {
    super(app);
    this.euid = euid;
    this.title = euid;
    this.leases = new List("leases", { status: "ACTIVE", worker_euid: euid });
    this.attempts = new List(`workers/${part(euid)}/attempts`);
  }

  concerns(event) {
    return event.payload?.worker_euid === undefined || event.payload.worker_euid === this.euid;
  }

  async load() {
    const path = `workers/${part(this.euid)}`;
    const [worker] = await Promise.all([get(path, {}, this.signal), this.leases.load(this.signal), this.attempts.load(this.signal), this.#reach(path)]);
    this.worker = worker;
    this.title = worker.display_name || worker.worker_key;
  }

  async #reach(path) {
    try {
      const [reach, changes] = await Promise.all([get(`${path}/queues`, {}, this.signal), get(`${path}/changes`, {}, this.signal)]);
      this.reach = reach.items;
      this.changes = changes.items;
    } catch (problem) {
      if (!problem.code) throw problem;
    }
  }

  async act(run) {
    this.actProblem = null;
    try {
      await run();
    } catch (problem) {
      if (!problem.code) throw problem;
      this.actProblem = problem;
    }
    await this.refresh();
  }

  view() {
    if (!this.worker) {
      return this.problem?.status === 404
        ? html`<h1 class="hidden-visually">Not found</h1>${empty("Not found", `There is no worker ${this.euid} in this tenant.`)}`
        : html`<div class="stack-page"><h1>${this.euid}</h1>${this.problem ? problemNote(this.problem) : html`<div class="skeleton"></div>`}</div>`;
    }
    const worker = this.worker;
    return html`<div class="page-head">
        <div class="title"><a class="crumb" href="/workers">Workers</a>
          <h1 class="break">${worker.display_name || worker.worker_key}</h1>
          <div class="line"><span role="status">${statusBadge(worker.effective_status)}</span><span class="euid">${worker.worker_euid}</span>${copyButton(worker.worker_euid, "Copy EUID")}</div></div>
        <div class="end">${may("administer") ? this.#buttons() : nothing}</div>
      </div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.actProblem ? problemNote(this.actProblem) : nothing}
        <div class="two-columns">
          <div>${this.#held()}${attemptsCard(this)}${this.#queues()}</div>
          <div>${this.#facts()}${presenceCard(this.worker, this.changes)}</div>
        </div>
      </div>`;
  }

  #buttons() {
    return VERBS[this.worker.effective_status].map((verb) => html`<button
      class="button ${verb === "retire-worker" || verb === "disable-worker" ? "danger" : ""}" type="button"
      @click=${() => this.act(() => administerWorker(verb, this.worker))}>${NAMES[verb]}</button>`);
  }

  #facts() {
    const w = this.worker;
    return card("About", html`<div class="body">${facts([
      ["Key", html`<span class="break">${w.worker_key}</span>`],
      ["Type", sentence(w.worker_type)],
      ["Heartbeat", html`${fromNow(w.heartbeat_at)} <span class="muted">(stale after ${duration(w.heartbeat_ttl_seconds)})</span>`],
      ["Leases", `${count(w.active_leases)} of ${count(w.max_concurrent_leases)}`],
      ["Capabilities", tags(w.capabilities, "none")],
      ["Sites", tags(w.site_scope)],
      ["Platforms", tags(w.platform_scope)],
      ["Assays", tags(w.assay_scope)],
      ["Host", w.host],
      ["Process", w.process_identity],
      ["Build", w.build_version],
      w.disabled_reason && ["Disabled reason", w.disabled_reason],
      w.last_error_at && ["Last error", html`${moment(w.last_error_at)} ${w.last_error_class ?? ""}`],
    ])}</div>`);
  }

  #held() {
    const body = this.leases.items.length
      ? html`<div class="table-wrap"><table class="stack"><thead><tr><th>Job</th><th>Queue</th><th class="num">Attempt</th><th>Claimed</th><th class="num">Time left</th>${may("administer") ? html`<th><span class="hidden-visually">Actions</span></th>` : nothing}</tr></thead>
        <tbody>${repeat(this.leases.items, (lease) => lease.lease_euid, (lease) => html`<tr>
          <td class="name">${subjectNamed(lease)}<span class="sub">lease <span class="euid">${lease.lease_euid}</span></span></td>
          <td data-label="Queue">${queueLink(lease.queue_lookup_key)}</td>
          <td class="num" data-label="Attempt">${lease.attempt_number}</td>
          <td data-label="Claimed">${moment(lease.claimed_at)}</td>
          <td class="num" data-label="Time left">${timeLeft(lease.expires_at)}</td>
          ${may("administer") ? html`<td><button class="button small danger" type="button" @click=${() => this.act(() => expireLease(lease.lease_euid))}>Expire</button></td>` : nothing}
        </tr>`)}</tbody></table></div>${this.leases.footer(this)}`
      : empty("No active leases");
    return card("Active leases", body);
  }

  #queues() {
    if (!this.reach) {
      return nothing;
    }
    return card("Eligibility by queue", html`<div class="table-wrap"><table><thead><tr><th>Queue</th><th>Eligible</th><th>Reason</th></tr></thead>
      <tbody>${[...this.reach].sort((a, b) => b.serves - a.serves).map((one) => html`<tr><td>${queueLink(one.queue_key)}</td>
        <td>${one.serves ? html`<span class="badge green">${icon("check")}yes</span>` : html`<span class="badge grey">${icon("cross")}no</span>`}</td>
        <td class="break">${one.message ?? ""}</td></tr>`)}</tbody></table></div>`);
  }
}

// One job: its state, reasons for waiting, lease, history and actions.
import { html, nothing } from "../lit.js";
import { get, part } from "../api.js";
import { bench } from "../bench.js";
import { allQueues } from "../queues.js";
import { may } from "../session.js";
import { cancel, externalResult, hold, releaseHold, requeue, resolveDeadLetter, stepOf } from "../actions.js";
import { one, titled } from "../nouns.js";
import { sentence } from "../format.js";
import { Page, SOON_MS } from "../page.js";
import { attemptsCard } from "../parts/attempts.js";
import { whyCard } from "../parts/why.js";
import { leaseCard } from "../parts/lease.js";
import { lineageGraph, loadLayout, showSelf } from "../parts/lineage.js";
import { timeline } from "../parts/timeline.js";
import {
  age, principalLink, card, copyButton, empty, facts, fromNow, jsonBlock, moment, problemNote, queueLink, stateBadge, statusBadge,
} from "../parts/text.js";

const LINEAGE_DEPTH = 2;

export class SubjectPage extends Page {
  tickSeconds = 1;
  subject = null;
  history = null;
  lineage = null;
  queueKeys = [];
  actProblem = null;

  constructor(app, euid) {
    super(app);
    this.euid = euid;
    this.title = euid;
  }

  /** Progress under a lease emits no event. */
  get againMs() {
    return this.subject?.active_lease ? SOON_MS : undefined;
  }

  concerns(event) {
    return event.job_id === this.euid;
  }

  async load() {
    const path = `subjects/${part(this.euid)}`;
    const [subject, history] = await Promise.all([
      get(path, {}, this.signal), get(`${path}/history`, {}, this.signal), this.#lineage(path), this.#queues(),
    ]);
    this.subject = subject;
    this.history = history;
    this.title = subject.subject_name || subject.subject_euid;
    const mine = subject.active_lease && bench.holds(subject.active_lease);
    if (mine) {
      bench.keepAlive();
    }
    this.step = mine ? await stepOf(subject) : null;
    this.packOnly = mine ? await this.#packOnly(subject.active_lease.queue_lookup_key) : false;
  }

  drawn() {
    showSelf();
  }

  async #lineage(path) {
    try {
      const [lineage] = await Promise.all([
        get(`${path}/lineage`, { direction: "both", depth: LINEAGE_DEPTH }, this.signal), loadLayout(),
      ]);
      this.lineage = lineage;
    } catch (problem) {
      if (!problem.code) throw problem;
    }
  }

  /** Whether the queue of a lease requires an action of a pack to complete a step. */
  async #packOnly(queueKey) {
    try {
      return (await get(`queues/${part(queueKey)}`, {}, this.signal)).completion === "DOMAIN_ACTION";
    } catch (problem) {
      // The queue was retired meanwhile: the server decides which actions are possible.
      if (!problem.code) throw problem;
      return false;
    }
  }

  async #queues() {
    if (may("operate") && !this.queueKeys.length) {
      this.queueKeys = (await allQueues(this.signal)).map((queue) => queue.queue_key);
    }
  }

  /** Runs an action; its result, or its error, is shown on this page at once. */
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
    if (!this.subject) {
      return this.problem ? this.#missing() : html`<div class="stack-page"><h1>${this.euid}</h1><div class="skeleton"></div></div>`;
    }
    return html`${this.#head()}
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.actProblem ? problemNote(this.actProblem) : nothing}
        ${this.#retired()}
        <div class="two-columns">
          <div>${whyCard(this)}${leaseCard(this)}${this.#deadLetter()}${attemptsCard(this)}${this.#timeline()}${this.#graph()}</div>
          <div>${this.#envelope()}${this.#holds()}${this.#properties()}${this.#raw()}</div>
        </div>
      </div>`;
  }

  #missing() {
    return this.problem.status === 404
      ? html`<h1 class="hidden-visually">Not found</h1>${empty("Not found", `There is no job ${this.euid} in this tenant.`)}`
      : html`<div class="stack-page"><h1>${this.euid}</h1>${problemNote(this.problem)}</div>`;
  }

  #head() {
    const { subject_euid, subject_name, execution } = this.subject;
    return html`<div class="page-head">
      <div class="title">
        <span class="crumb">${titled(one(this.subject))}${execution.next_queue_key ? html` in ${queueLink(execution.next_queue_key)}` : nothing}</span>
        <h1 class="break">${subject_name || subject_euid}</h1>
        <div class="line"><span role="status">${stateBadge(execution.state)}</span>
          ${execution.cancel_requested ? html`<span class="badge orange">cancel requested</span>` : nothing}
          ${execution.retired_at ? html`<span class="badge grey">retired</span>` : nothing}
          <span class="euid">${subject_euid}</span>${copyButton(subject_euid, "Copy EUID")}
        </div>
      </div>
      <div class="end">${this.#buttons()}</div>
    </div>`;
  }

  #buttons() {
    const { execution, active_lease, diagnostics } = this.subject;
    const button = (text, run, look = "") =>
      html`<button class="button ${look}" type="button" @click=${() => this.act(run)}>${text}</button>`;
    const held = execution.state === "HELD";
    return html`
      ${may("work") && diagnostics.visible_in_queue ? button("Claim", () => this.#claim(), "primary") : nothing}
      ${may("operate") && !execution.terminal ? button("Hold", () => hold(this.subject)) : nothing}
      ${may("operate") && execution.state === "WAITING_EXTERNAL" ? button("Record result", () => externalResult(this.subject)) : nothing}
      ${may("operate") && !active_lease && !held && !execution.retired_at ? button("Requeue", () => requeue(this.subject, this.queueKeys)) : nothing}
      ${may("operate") && !execution.terminal ? button("Cancel", () => cancel(this.subject), "danger") : nothing}`;
  }

  async #claim() {
    const queue = await get(`queues/${part(this.subject.execution.next_queue_key)}`);
    return bench.claim(queue, this.subject);
  }

  /** Retired jobs have an identity, a final state and times only; the page states that. */
  #retired() {
    const { retired_at, summary } = this.subject.execution;
    return retired_at
      ? html`<div class="note" id="retired"><div class="text"><strong>Retired</strong>
          <span>The properties and the evidence of the ${one(this.subject)} were deleted at ${moment(retired_at)}, at the end of their retention. The final state, times and lineage are kept.</span>
          <span class="small muted">cleaned ${moment(this.subject.execution.cleaned_at)} by ${summary.cleaned_by}</span></div></div>`
      : nothing;
  }

  #envelope() {
    const e = this.subject.execution;
    return card("Execution", html`<div class="body">${facts([
      ["State", stateBadge(e.state)],
      ["Queue", queueLink(e.next_queue_key ?? (e.retired_at && e.summary.queue_key))],
      ["Next action", e.next_action_key],
      ["Priority", html`<span class="num">${e.priority}</span>`],
      ["Attempts spent", html`<span class="num">${e.attempt_count}${e.max_attempts_override ? ` of ${e.max_attempts_override}` : ""}</span>`],
      ["Ready", moment(e.ready_at)],
      e.retry_at && ["Retry", html`${moment(e.retry_at)} (${fromNow(e.retry_at)})`],
      ["Due", moment(e.due_at)],
      e.retired_at && ["Started", moment(e.summary.started_at)],
      e.retired_at && ["Finished", moment(e.summary.finished_at)],
      e.held_from && ["State before hold", stateBadge(e.held_from)],
      e.external && ["External reference", html`<span class="break">${e.external.external_ref}</span>`],
      e.external?.deadline_at && ["External deadline", moment(e.external.deadline_at)],
      ...["site", "platform", "assay"].map((name) => e.scope?.[name] && [sentence(name), e.scope[name]]),
      ...["trx_euid", "accession_euid", "run_euid", "step_euid"].filter((name) => e.correlation?.[name]).map((name) =>
        [sentence(name.replace("_euid", "")), html`<a href="/search?${name}=${part(e.correlation[name])}" data-ref=${name}>${e.correlation[name]}</a>`]),
      e.correlation_id && ["Correlation id", html`<a href="/search?q=${part(e.correlation_id)}">${e.correlation_id}</a>`],
      ["Revision", html`<span class="num">${e.revision}</span>`],
      ["Template", html`<code>${this.subject.template_code}</code>`],
    ])}</div>`);
  }

  #holds() {
    const holds = this.history.holds;
    if (!holds.length) {
      return nothing;
    }
    const active = this.subject.active_holds.length;
    return card("Holds", html`<div class="body">${[...holds].reverse().map((one) => html`<div class="note ${one.status === "ACTIVE" ? "warn" : ""}">
      <div class="text">
        <span><strong>${one.hold_code}</strong> ${statusBadge(one.status)}</span>
        <span>“${one.reason}”</span>
        <span class="small muted">placed ${moment(one.placed_at)} by ${principalLink(one.placed_by_lookup_euid, one.placed_by_lookup_name)}${one.released_at
          ? html`, released ${moment(one.released_at)} by ${principalLink(one.released_by_lookup_euid, one.released_by_lookup_name)}` : nothing}
          ${one.release_reason ? html`: “${one.release_reason}”` : nothing}</span>
      </div>
      ${one.status === "ACTIVE" && may("operate")
        ? html`<button class="button small" type="button"
            @click=${() => this.act(() => releaseHold(one.hold_euid, { others: active - 1, code: one.hold_code }))}>Release</button>`
        : nothing}
    </div>`)}</div>`, { id: "holds" });
  }

  #deadLetter() {
    const letter = this.subject.dead_letter;
    if (!letter) {
      return nothing;
    }
    const end = may("operate")
      ? html`<button class="button small" type="button" @click=${() => this.act(() => resolveDeadLetter(letter.dead_letter_euid, "IGNORED"))}>Ignore</button>`
      : nothing;
    return card("Dead letter", html`<div class="body">
      <p class="break"><strong>${letter.error_class ?? ""}</strong> ${letter.error_message ?? letter.last_error ?? ""}</p>
      ${facts([
        ["Since", html`${moment(letter.dead_lettered_at)} (${age(letter.dead_lettered_at)})`],
        ["Reason", sentence(letter.reason_code)],
        ["Stage", letter.stage],
        ["Attempts", letter.attempts],
        ["Last worker", letter.last_owner],
        ["Last record", html`<span class="euid">${letter.last_execution_record_lookup_euid ?? "–"}</span>`],
        ["Last lease", html`<span class="euid">${letter.last_lease_lookup_euid ?? "–"}</span>`],
      ])}</div>`, { end, kind: "bad", id: "dead-letter" });
  }

  #timeline() {
    return card("Timeline", html`<div class="body">${timeline(this.history)}</div>`, { id: "timeline" });
  }

  #graph() {
    if (!this.lineage || this.lineage.nodes.length < 2) {
      return nothing;
    }
    const more = this.lineage.truncated ? html`<p class="small muted">The graph shows a part of the lineage only.</p>` : nothing;
    return card("Lineage", html`<div class="body">${lineageGraph(this.lineage, this.euid)}${more}</div>`, { id: "lineage" });
  }

  #properties() {
    const properties = this.subject.properties;
    if (!properties || !Object.keys(properties).length) {
      return nothing;
    }
    return card("Properties", html`<div class="body">${jsonBlock(properties, "Properties")}</div>`, {
      end: copyButton(() => JSON.stringify(properties, null, 2), "Copy properties"),
    });
  }

  #raw() {
    return card("Raw data", html`<div class="body"><details><summary>Complete ${one(this.subject)} as JSON</summary>
      ${jsonBlock(this.subject, `${titled(one(this.subject))} as JSON`)}</details></div>`, {
      end: copyButton(() => JSON.stringify(this.subject, null, 2), "Copy as JSON"),
    });
  }
}


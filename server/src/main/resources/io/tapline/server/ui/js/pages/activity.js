// The audit trail: actor, action, object and reason.
import { html, nothing, repeat } from "../lit.js";
import { now } from "../clock.js";
import { sentence, utc } from "../format.js";
import { ACTIONS } from "../words.js";
import { Page } from "../page.js";
import { icon } from "../parts/icon.js";
import { List } from "../parts/list.js";
import { actorLink, card, empty, moment, named, problemNote, queueLink, stateBadge, subjectLink, workerLink } from "../parts/text.js";

const FILTERS = [["actor", "Actor"], ["subject_euid", "Job"], ["queue_key", "Queue"]];
const TIMES = [["from", "From"], ["until", "Until"]];

const LAST = [["Hour", 1], ["Day", 24], ["Week", 168], ["All", 0]];

/** A time in the format of its input field: local, to the second. */
function local(iso) {
  if (!iso || Number.isNaN(Date.parse(iso))) {
    return "";
  }
  const when = new Date(iso);
  return new Date(when.getTime() - when.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export class ActivityPage extends Page {
  title = "Activity";

  constructor(app, _, query) {
    super(app);
    this.filter = Object.fromEntries(["action_key", ...[...FILTERS, ...TIMES].map(([name]) => name)].map((name) => [name, query.get(name) ?? ""]));
    this.#choose();
  }

  #choose() {
    this.list = new List("actions", this.filter);
  }

  concerns() {
    return true;
  }

  load() {
    return this.list.load(this.signal);
  }

  #set(name, value) {
    this.filter = { ...this.filter, [name]: value.trim() };
    this.remember({ [name]: this.filter[name] });
    this.#choose();
    this.refresh();
  }

  #last(hours) {
    this.filter = { ...this.filter, from: hours ? new Date(now() - hours * 3_600_000).toISOString() : "", until: "" };
    this.remember({ from: this.filter.from, until: null });
    this.#choose();
    this.refresh();
  }

  view() {
    const chosen = new URLSearchParams(Object.entries(this.filter).filter(([, value]) => value));
    const end = html`<a class="button small" download href="/activity.csv?${chosen}">${icon("down")}CSV</a>`;
    return html`<div class="page-head"><h1>Activity</h1></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${card("Audit trail", html`${this.#filters()}${this.#body()}`, { end })}
      </div>`;
  }

  #filters() {
    return html`<div class="filters">
      <div class="field"><label for="by-action">Action</label>
        <select class="input" id="by-action" @change=${(event) => this.#set("action_key", event.target.value)}>
          <option value="">any</option>
          ${Object.entries(ACTIONS).map(([key, [text]]) => html`<option value=${key} ?selected=${key === this.filter.action_key}>${text}</option>`)}
        </select></div>
      ${FILTERS.map(([name, label]) => html`<div class="field"><label for="by-${name}">${label}</label>
        <input class="input" id="by-${name}" .value=${this.filter[name]} @change=${(event) => this.#set(name, event.target.value)}></div>`)}
      ${TIMES.map(([name, label]) => html`<div class="field time"><label for="by-${name}">${label}</label>
        <input class="input" id="by-${name}" type="datetime-local" step="1" .value=${local(this.filter[name])}
          @change=${(event) => this.#set(name, event.target.value ? new Date(event.target.value).toISOString() : "")}></div>`)}
      <div class="field time"><span class="label muted small">Last</span><span class="segmented" role="group" aria-label="Last">${LAST.map(([text, hours]) =>
        html`<button type="button" @click=${() => this.#last(hours)}>${text}</button>`)}</span></div>
    </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return this.list.searching ? this.list.footer(this) : empty("No matching actions", "Enter a part of the actor, the complete EUID of a job, or the complete key of a queue.");
    }
    return html`<div class="table-wrap"><table class="stack"><thead><tr><th>Time</th><th>Action</th><th>Job</th><th>Actor</th><th>Queue</th><th>Worker</th><th>Reason</th></tr></thead>
      <tbody>${repeat(this.list.items, (action) => action.action_euid, (action) => html`<tr data-action=${action.action_key} title=${utc(action.at)}>
        <td>${moment(action.at)}</td>
        <td class="two"><strong>${ACTIONS[action.action_key]?.[0] ?? sentence(action.action_key)}</strong>
          ${action.to_state && action.to_state !== action.from_state ? stateBadge(action.to_state) : nothing}</td>
        <td data-label="Job" class="name">${action.subject_euid ? named(subjectLink(action.subject_euid, action.subject_lookup_name), action.subject_lookup_name, action.subject_euid) : html`<span class="muted">–</span>`}</td>
        <td data-label="Actor" class="actor" title=${action.actor}>${named(actorLink(action), action.actor_lookup_name, action.actor)}</td>
        <td data-label="Queue" class="two">${queueLink(action.queue_key)}${action.to_queue_key ? html` → ${queueLink(action.to_queue_key)}` : nothing}</td>
        <td data-label="Worker" class="name">${named(workerLink(action.worker_euid, action.worker_lookup_name), action.worker_lookup_name, action.worker_euid)}</td>
        <td data-label="Reason" class="why break wide">${action.reason ?? ""}</td></tr>`)}</tbody></table></div>${this.list.footer(this)}`;
  }
}

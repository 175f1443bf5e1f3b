// Search by EUID, name, worker, correlation id or barcode; a scanner acts as a keyboard that ends with Enter.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { sentence } from "../format.js";
import { allQueues } from "../queues.js";
import { common, many, one, titled } from "../nouns.js";
import { STATES } from "../words.js";
import { Page } from "../page.js";
import { List } from "../parts/list.js";
import { subjectPicks } from "../parts/picks.js";
import { outcome } from "../parts/worktables.js";
import { age, card, empty, problemNote, queueLink, stateBadge, subjectLink } from "../parts/text.js";

const ALWAYS = [["q", "Text"], ["queue_key", "Queue"]];
/** Shown if a queue of the tenant is limited to some scopes, or if one was requested. */
const SCOPES = [["site", "Site"], ["platform", "Platform"], ["assay", "Assay"]];
/** For senders of jobs with references to their own records. */
const REFERENCES = [["trx_euid", "Transaction"], ["accession_euid", "Accession"], ["run_euid", "Run"], ["step_euid", "Step"]];
const FIELDS = [...ALWAYS, ...SCOPES, ...REFERENCES];

export class SearchPage extends Page {
  title = "Search";
  found = [];

  constructor(app, _, query) {
    super(app);
    this.filter = Object.fromEntries([...FIELDS.map(([name]) => name), "state"].map((name) => [name, query.get(name) ?? ""]));
    // The EUID of a worker or a person leads to its page, not to a search for jobs.
    this.actor = query.get("actor");
    this.filter.q = this.actor ?? this.filter.q;
    this.list = new List("subjects", this.filter);
    this.jump = query.get("q") !== null;
    this.picks = subjectPicks(this, () => this.list);
  }

  pressed(event) {
    return this.picks.pressed(event);
  }

  async #usedScopes() {
    if (!this.scopes) {
      const queues = await allQueues(this.signal);
      this.scopes = SCOPES.filter(([name]) => queues.some((queue) => queue[`${name}_scope`]?.length));
    }
  }

  async load() {
    await Promise.all([this.list.load(this.signal), this.#usedScopes()]);
    // A part of a name is searched among all names, page by page, until there is a result.
    if (this.filter.q && !this.list.items.length && this.list.next) {
      this.app.draw();
      await this.list.until(this.signal, () => this.app.draw());
    }
    this.found = this.list.answer.found ?? [];
    if (this.actor && this.found.length) {
      this.#leadTo(placeOf(this.found[0]));
      return;
    }
    const places = new Set([...this.found.map(placeOf), ...this.list.items.map((item) => `/subjects/${part(item.subject_euid)}`)]);
    // A single result is opened directly.
    if (this.jump && places.size === 1 && !this.list.next) {
      this.jump = false;
      const [only] = places;
      this.#leadTo(only);
    }
  }

  /** Replaces this page in the history: the way back leads to the page before the search. */
  #leadTo(place) {
    history.replaceState(null, "", place);
    this.app.show();
  }

  #find(event) {
    event.preventDefault();
    const given = [...new FormData(event.target)].map(([name, value]) => [name, value.trim()]).filter(([, value]) => value);
    this.app.go(`/search?${new URLSearchParams(given)}`);
  }

  view() {
    return html`<div class="page-head"><h1>Search</h1></div>
      <div class="stack-page">
        <section class="card">
          <form class="filters" role="search" aria-label="Jobs" @submit=${(event) => this.#find(event)}>
            ${[...ALWAYS, ...SCOPES.filter((scope) => this.filter[scope[0]] || this.scopes?.includes(scope))].map((field) => this.#field(field))}
            <div class="field"><label for="find-state">State</label>
              <select class="input" id="find-state" name="state"><option value="">any</option>
                ${Object.entries(STATES).map(([state, [text]]) => html`<option value=${state} ?selected=${state === this.filter.state}>${text}</option>`)}</select></div>
            <button class="button primary" type="submit">Search</button>
            <details class="references" ?open=${REFERENCES.some(([name]) => this.filter[name])}><summary>By reference</summary>
              <div class="filters">${REFERENCES.map((field) => this.#field(field))}</div></details>
          </form>
        </section>
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.picks.notes()}
        ${card(this.filter.q ? html`Results for “${this.filter.q}”` : titled(many(common(this.list.items))), this.#results())}
      </div>`;
  }

  #field([name, label]) {
    return html`<div class="field"><label for="find-${name}">${label}</label>
      <input class="input" id="find-${name}" name=${name} .value=${this.filter[name]}></div>`;
  }

  #results() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    const others = this.found.filter((one) => one.kind !== "subject");
    if (!this.list.items.length && !others.length) {
      return this.list.searching ? this.list.footer(this) : html`${empty("Not found", "No object matches. Enter a complete EUID or a part of a name.")}`;
    }
    return html`${others.length
        ? html`<div class="body">${others.map((one) => html`<div>${sentence(one.kind)}
            <a href=${placeOf(one)}>${one.name || one.euid}</a> <span class="euid muted">${one.euid}</span></div>`)}</div>`
        : nothing}
      ${this.list.items.length ? this.#table() : nothing}${this.list.footer(this)}${this.list.items.length ? this.picks.bar() : nothing}`;
  }

  #table() {
    return html`<div class="table-wrap"><table class="stack"><thead><tr>${this.picks.head()}<th>${titled(one(common(this.list.items)))}</th><th>State</th><th>Queue</th><th>Reason or result</th><th class="num">Priority</th><th class="num">Attempts spent</th><th class="num">Age</th></tr></thead>
      <tbody>${repeat(this.list.items, (item) => item.subject_euid, (item, i) => html`<tr data-subject=${item.subject_euid} class=${this.picks.look(item)}>
        ${this.picks.box(item, i)}
        <td class="name">${subjectLink(item.subject_euid, item.subject_name)}
          <span class="sub"><span>${one(item)}</span><span class="euid">${item.subject_euid}</span></span></td>
        <td>${stateBadge(item.state)}</td>
        <td data-label="Queue">${queueLink(item.next_queue_key)}</td>
        <td data-label="Reason">${outcome(item)}</td>
        <td class="num" data-label="Priority">${item.priority}</td>
        <td class="num" data-label="Attempts spent">${item.attempt_count}</td>
        <td class="num" data-label="Age">${age(item.created_at)}</td></tr>`)}</tbody></table></div>`;
  }
}

/** The screen of a result; an object without one is shown on the screen of its job. */
function placeOf(one) {
  if (one.kind === "worker") return `/workers/${part(one.euid)}`;
  if (one.kind === "principal" && one.name) return `/activity?actor=${part(one.name)}`;
  if (one.kind === "queue" && one.name) return `/queues/${part(one.name)}`;
  return one.subject_euid ? `/subjects/${part(one.subject_euid)}` : `/activity`;
}

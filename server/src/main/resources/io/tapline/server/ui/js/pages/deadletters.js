// Dead letters, grouped by error, with actions on many at a time, by mouse or keyboard.
import { html, nothing, repeat } from "../lit.js";
import { get, part } from "../api.js";
import { may } from "../session.js";
import { count, sentence } from "../format.js";
import { isKey, LIST_KEYS } from "../keymap.js";
import { STATUSES } from "../words.js";
import { Page } from "../page.js";
import { forMany } from "../parts/bulk.js";
import { hints } from "../parts/keyhelp.js";
import { List } from "../parts/list.js";
import { Selection } from "../parts/selection.js";
import { age, principalLink, card, empty, moment, problemNote, queueLink, statusBadge, subjectLink, subjectNamed } from "../parts/text.js";

const STATES = ["OPEN", "REQUEUED", "IGNORED", "CANCELED"];
const PAGE = 100;

/** Largest page of the server. */
const MOST_ON_A_PAGE = 500;
/** Number of filter chips per category; rarer values are found by other filters. */
const SHOWN_GROUPS = 12;

export class DeadLettersPage extends Page {
  title = "Dead letters";
  refused = [];

  constructor(app, _, query) {
    super(app);
    this.state = STATES.includes(query.get("state")) ? query.get("state") : "OPEN";
    this.queue = query.get("queue") ?? "";
    this.error = query.get("error") ?? "";
    this.message = query.get("message") ?? "";
    this.selection = new Selection((letter) => letter.dead_letter_euid);
    this.#choose();
  }

  #choose() {
    this.list = new List("dead-letter", this.#filter(), PAGE);
    this.selection.clear();
    this.whole = false;
  }

  #filter() {
    return { resolution_state: this.state, queue_key: this.queue, error: this.error, message: this.message };
  }

  concerns(event) {
    return ["job_dead_lettered", "job_requeued", "job_cancelled"].includes(event.type);
  }

  async load() {
    const [groups] = await Promise.all([get("dead-letter/groups", this.#filter(), this.signal), this.list.load(this.signal)]);
    this.groups = groups;
    if (this.state === "OPEN" && !this.queue && !this.error && !this.message) {
      this.counts = { dead: groups.total };
    }
  }

  #rows() {
    return this.list.items;
  }

  /** More match than are loaded: selecting them needs a separate action. */
  get #more() {
    return this.groups && this.groups.total > this.list.items.length;
  }

  #narrow(name, value) {
    this[name] = value;
    this.remember({ [name]: value });
    this.#choose();
    this.refresh();
  }

  /** Selects all loaded rows; pressed again, all matching ones if there are more. */
  #all() {
    const rows = this.#rows();
    const every = rows.length > 0 && rows.every((row) => this.selection.has(row));
    if (every && this.#more && !this.whole) {
      this.whole = true;
    } else {
      this.whole = false;
      this.selection.all(rows);
    }
    this.app.draw();
  }

  /** Reads all matching rows to the end. */
  async #everyOne() {
    const all = [];
    let cursor = null;
    do {
      const page = await get("dead-letter", { ...this.#filter(), limit: MOST_ON_A_PAGE, cursor }, this.signal);
      all.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor);
    return all;
  }

  get keys() {
    return [...LIST_KEYS, "open", ...(may("operate") && this.state === "OPEN" ? ["requeue", "ignore", "cancel"] : [])];
  }

  pressed(event) {
    const rows = this.#rows();
    const current = rows[this.selection.current];
    if (isKey(event, "all")) {
      event.preventDefault();
      this.#all();
    } else if (this.selection.key(event, rows)) {
      this.whole = false;
      this.app.draw();
    } else if (isKey(event, "open") && current && event.target === document.body) {
      this.app.go(`/subjects/${part(current.subject_lookup_euid)}`);
    } else if (may("operate") && this.state === "OPEN") {
      const run = { requeue: () => this.#requeue(), ignore: () => this.#resolve("IGNORED"), cancel: () => this.#resolve("CANCELED") };
      const name = Object.keys(run).find((one) => isKey(event, one));
      if (name) {
        event.preventDefault();
        run[name]();
      }
    }
  }

  async #many(spec) {
    const rows = this.#rows();
    const picked = this.selection.of(rows);
    const items = this.whole ? await this.#everyOne() : picked.length ? picked : rows.slice(this.selection.current, this.selection.current + 1);
    if (!items.length) {
      return;
    }
    const refused = await forMany({
      ...spec,
      items,
      title: `${spec.verb} ${count(items.length)} dead ${items.length === 1 ? "letter" : "letters"}`,
      name: (letter) => letter.subject_lookup_name ?? letter.subject_lookup_euid,
    });
    if (refused) {
      this.refused = refused;
      this.selection.clear();
      this.whole = false;
      await this.refresh();
    }
  }

  #requeue() {
    return this.#many({
      verb: "Requeue",
      action: "requeue",
      effects: ["Each job becomes READY in its queue, and its attempt count restarts at zero.", "Its dead letter is closed as REQUEUED."],
      form: (letter) => `requeue:${letter.dead_letter_euid}`,
      body: (letter, reason) => ({ subject_euid: letter.subject_lookup_euid, reason }),
    });
  }

  #resolve(state) {
    return this.#many({
      verb: state === "IGNORED" ? "Ignore" : "Cancel",
      action: "resolve-dead-letter",
      danger: state === "CANCELED",
      effects: [`Each dead letter is closed as ${state}. Its job stays failed and can still be requeued.`],
      form: (letter) => `resolve:${state}:${letter.dead_letter_euid}`,
      body: (letter, reason) => ({ dead_letter_euid: letter.dead_letter_euid, resolution_state: state, reason }),
    });
  }

  view() {
    const end = html`<span class="segmented" role="group" aria-label="Resolution">${STATES.map(
      (state) => html`<button type="button" aria-pressed=${this.state === state} @click=${() => {
        this.state = state;
        this.remember({ state: state === "OPEN" ? null : state });
        this.#choose();
        this.refresh();
      }}>${STATUSES[state][0]}</button>`)}</span>`;
    return html`<div class="page-head"><h1>Dead letters</h1>
        <div class="end keys">${hints(this.keys)}</div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.refused.map(({ item, problem }) => html`<div>${problemNote(problem, subjectLink(item.subject_lookup_euid))}</div>`)}
        ${card("Triage", this.#body(), { end })}
      </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length && !this.queue && !this.error && !this.message) {
      return empty(this.state === "OPEN" ? "No open dead letters" : "No dead letters", this.state === "OPEN" ? "No failed job needs a decision." : "");
    }
    return html`${this.#groups()}${this.list.items.length ? this.#table() : empty(this.state === "OPEN" ? "No open dead letters" : "No dead letters", "No dead letter matches the filter.")}${this.list.footer(this)}${this.#bar()}`;
  }

  /** The count of the server: the loaded rows are only the beginning. */
  #groups() {
    const { errors, messages, queues, total, any_error, any_message, any_queue } = this.groups;
    const chips = (label, name, list, any, chosen) => {
      const shown = list.filter((group) => group.value).slice(0, SHOWN_GROUPS);
      const others = any - shown.reduce((all, group) => all + group.count, 0);
      return html`<div class="groups" role="group" aria-label=${label}>
        <button type="button" aria-pressed=${chosen === ""} @click=${() => this.#narrow(name, "")}><span>${label}: all</span><strong class="num" data-any=${name}>${count(any)}</strong></button>
        ${shown.map((group) => html`<button type="button" aria-pressed=${chosen === group.value} title=${group.value}
          @click=${() => this.#narrow(name, chosen === group.value ? "" : group.value)}><span>${group.value}</span><strong class="num">${count(group.count)}</strong></button>`)}
        ${others > 0 ? html`<span class="small muted" data-others=${name}>and ${count(others)} others</span>` : nothing}
      </div>`;
    };
    return html`${chips("By error", "error", errors, any_error, this.error)}
      ${messages.length > 1 || this.message ? chips("By message", "message", messages, any_message, this.message) : nothing}
      ${queues.length > 1 || this.queue ? chips("By queue", "queue", queues, any_queue, this.queue) : nothing}
      <p class="matching" role="status" data-matching>${count(total)} ${total === 1 ? "match" : "matches"}${this.#more ? `, ${count(this.list.items.length)} shown` : ""}</p>`;
  }

  #table() {
    const rows = this.#rows();
    const picks = may("operate") && this.state === "OPEN";
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${picks ? html`<th><input type="checkbox" aria-label="Select all" .checked=${rows.length > 0 && rows.every((row) => this.selection.has(row))}
        @change=${() => { this.whole = false; this.selection.all(rows); this.app.draw(); }}></th>` : nothing}
      <th>Job</th><th>Queue</th><th>Error</th><th>Reason</th><th>Stage</th><th class="num">Attempts</th><th class="num">Age</th>${this.state === "OPEN" ? nothing : html`<th>Resolved</th>`}</tr></thead>
      <tbody>${repeat(rows, (letter) => letter.dead_letter_euid, (letter, i) => html`<tr data-letter=${letter.dead_letter_euid}
        class="${this.selection.has(letter) ? "selected" : ""} ${i === this.selection.current ? "current" : ""}">
        ${picks ? html`<td class="pick"><input type="checkbox" aria-label="Select ${letter.subject_lookup_euid}" .checked=${this.selection.has(letter)}
          @change=${() => { this.whole = false; this.selection.toggle(letter); this.selection.current = i; this.app.draw(); }}></td>` : nothing}
        <td class="name">${subjectNamed(letter)}<span class="sub break">${letter.error_message ?? letter.last_error ?? ""}</span>
          <span class="sub" data-last><span>last record <span class="euid">${letter.last_execution_record_lookup_euid ?? "–"}</span>${letter.last_lease_lookup_euid
            ? html`, lease <span class="euid">${letter.last_lease_lookup_euid}</span>` : nothing}</span></span></td>
        <td data-label="Queue">${queueLink(letter.queue_lookup_key)}</td>
        <td data-label="Error" class="two">${letter.error_class ?? "–"}</td>
        <td data-label="Reason">${sentence(letter.reason_code)}</td>
        <td data-label="Stage">${letter.stage ?? "–"}</td>
        <td class="num" data-label="Attempts">${letter.attempts}</td>
        <td class="num" data-label="Age">${age(letter.dead_lettered_at)}</td>
        ${this.state === "OPEN" ? nothing : html`<td data-label="Resolved">${statusBadge(letter.resolution_state)}
          <span class="small">${letter.resolved_at ? html`${moment(letter.resolved_at)} by ${principalLink(letter.resolved_by_lookup_euid, letter.resolved_by_lookup_name)}` : nothing}
            ${letter.resolution_reason ?? ""}</span></td>`}
      </tr>`)}</tbody></table></div>`;
  }

  #bar() {
    if (!may("operate") || this.state !== "OPEN") {
      return nothing;
    }
    const rows = this.#rows();
    const picked = this.whole ? this.groups.total : this.selection.of(rows).length;
    const wider = this.#more && !this.whole && picked === rows.length;
    return html`<div class="bulk"><strong class="num" role="status">${this.whole ? `All ${count(picked)} matches selected` : picked ? `${count(picked)} selected` : "None selected"}</strong>
      ${wider ? html`<button class="button" type="button" @click=${() => this.#all()}>Select all ${count(this.groups.total)} matches</button>` : nothing}
      <button class="button primary" type="button" ?disabled=${!picked} @click=${() => this.#requeue()}>Requeue…</button>
      <button class="button" type="button" ?disabled=${!picked} @click=${() => this.#resolve("IGNORED")}>Ignore…</button>
      <button class="button danger" type="button" ?disabled=${!picked} @click=${() => this.#resolve("CANCELED")}>Cancel…</button></div>`;
  }
}

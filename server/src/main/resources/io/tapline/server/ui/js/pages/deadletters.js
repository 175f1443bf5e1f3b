// Work that failed for good, for a person to look at: grouped by what went wrong, many at a time, by mouse or keyboard.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { may } from "../session.js";
import { count, sentence } from "../format.js";
import { Page } from "../page.js";
import { forMany } from "../parts/bulk.js";
import { List } from "../parts/list.js";
import { Selection } from "../parts/selection.js";
import { age, byWhom, card, empty, moment, problemNote, queueLink, statusBadge, subjectLink, subjectNamed } from "../parts/text.js";

const STATES = ["OPEN", "REQUEUED", "IGNORED", "CANCELED"];
const PAGE = 100;

const errorOf = (letter) => letter.error_class ?? letter.reason_code ?? "unknown";

export class DeadLettersPage extends Page {
  title = "Dead letters";
  refused = [];

  constructor(app, _, query) {
    super(app);
    this.state = STATES.includes(query.get("state")) ? query.get("state") : "OPEN";
    this.queue = query.get("queue") ?? "";
    this.error = query.get("error") ?? "";
    this.selection = new Selection((letter) => letter.dead_letter_euid);
    this.#choose();
  }

  #choose() {
    this.list = new List("dead-letter", { resolution_state: this.state, queue_key: this.queue }, PAGE);
    this.selection.clear();
  }

  concerns(event) {
    return ["job_dead_lettered", "job_requeued", "job_cancelled"].includes(event.type);
  }

  load() {
    return this.list.load(this.signal);
  }

  #rows() {
    return this.list.items.filter((letter) => !this.error || errorOf(letter) === this.error);
  }

  pressed(event) {
    const rows = this.#rows();
    const current = rows[this.selection.current];
    if (this.selection.key(event, rows)) {
      this.app.draw();
    } else if (event.key === "Enter" && current && event.target === document.body) {
      this.app.go(`/subjects/${part(current.subject_lookup_euid)}`);
    } else if (may("operate") && this.state === "OPEN") {
      const run = { r: () => this.#requeue(), i: () => this.#resolve("IGNORED"), c: () => this.#resolve("CANCELED") }[event.key];
      if (run) {
        event.preventDefault();
        run();
      }
    }
  }

  async #many(spec) {
    const rows = this.#rows();
    const picked = this.selection.of(rows);
    const items = picked.length ? picked : rows.slice(this.selection.current, this.selection.current + 1);
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
      await this.refresh();
    }
  }

  #requeue() {
    return this.#many({
      verb: "Requeue",
      action: "requeue",
      what: ["Each subject becomes READY in its own queue, with a clean count of attempts.", "Its dead letter is closed as REQUEUED."],
      form: (letter) => `requeue:${letter.dead_letter_euid}`,
      body: (letter, reason) => ({ subject_euid: letter.subject_lookup_euid, reason }),
    });
  }

  #resolve(state) {
    return this.#many({
      verb: state === "IGNORED" ? "Ignore" : "Cancel",
      action: "resolve-dead-letter",
      danger: state === "CANCELED",
      what: [`Each dead letter is closed as ${state}. Its subject stays failed, and can still be requeued.`],
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
      }}>${sentence(state)}</button>`)}</span>`;
    return html`<div class="page-head"><h1>Dead letters</h1>
        <div class="end keys"><span><kbd>j</kbd> <kbd>k</kbd> move · <kbd>x</kbd> pick · <kbd>a</kbd> all · <kbd>r</kbd> requeue · <kbd>i</kbd> ignore · <kbd>c</kbd> cancel</span></div></div>
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
    if (!this.list.items.length) {
      return empty(this.state === "OPEN" ? "No open dead letters" : "None", this.state === "OPEN" ? "Nothing failed for good and waits for a person." : "");
    }
    return html`${this.#groups()}${this.#table()}${this.list.footer(this)}${this.#bar()}`;
  }

  #groups() {
    const groups = new Map();
    this.list.items.forEach((letter) => groups.set(errorOf(letter), (groups.get(errorOf(letter)) ?? 0) + 1));
    const choose = (error) => {
      this.error = error;
      this.remember({ error });
    };
    return html`<div class="groups" role="group" aria-label="By error">
      <button type="button" aria-pressed=${this.error === ""} @click=${() => choose("")}><span>All</span><strong class="num">${count(this.list.items.length)}</strong></button>
      ${[...groups].sort((a, b) => b[1] - a[1]).map(([error, size]) => html`<button type="button" aria-pressed=${this.error === error}
        @click=${() => choose(error)}><span>${error}</span><strong class="num">${count(size)}</strong></button>`)}
    </div>`;
  }

  #table() {
    const rows = this.#rows();
    const picks = may("operate") && this.state === "OPEN";
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${picks ? html`<th><input type="checkbox" aria-label="Pick all" .checked=${rows.length > 0 && rows.every((row) => this.selection.has(row))}
        @change=${() => { this.selection.all(rows); this.app.draw(); }}></th>` : nothing}
      <th>Subject</th><th>Queue</th><th>Error</th><th>Reason</th><th>Stage</th><th class="num">Attempts</th><th class="num">Age</th>${this.state === "OPEN" ? nothing : html`<th>Resolved</th>`}</tr></thead>
      <tbody>${repeat(rows, (letter) => letter.dead_letter_euid, (letter, i) => html`<tr data-letter=${letter.dead_letter_euid}
        class="${this.selection.has(letter) ? "selected" : ""} ${i === this.selection.current ? "current" : ""}">
        ${picks ? html`<td class="pick"><input type="checkbox" aria-label="Pick ${letter.subject_lookup_euid}" .checked=${this.selection.has(letter)}
          @change=${() => { this.selection.toggle(letter); this.selection.current = i; this.app.draw(); }}></td>` : nothing}
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
          <span class="small">${letter.resolved_at ? html`${moment(letter.resolved_at)} by ${byWhom(letter.resolved_by_lookup_euid, letter.resolved_by_lookup_name)}` : nothing}
            ${letter.resolution_reason ?? ""}</span></td>`}
      </tr>`)}</tbody></table></div>`;
  }

  #bar() {
    if (!may("operate") || this.state !== "OPEN") {
      return nothing;
    }
    const picked = this.selection.of(this.#rows()).length;
    return html`<div class="bulk"><strong class="num" role="status">${picked ? `${count(picked)} picked` : "None picked"}</strong>
      <button class="button primary" type="button" ?disabled=${!picked} @click=${() => this.#requeue()}>Requeue…</button>
      <button class="button" type="button" ?disabled=${!picked} @click=${() => this.#resolve("IGNORED")}>Ignore…</button>
      <button class="button danger" type="button" ?disabled=${!picked} @click=${() => this.#resolve("CANCELED")}>Cancel…</button></div>`;
  }
}

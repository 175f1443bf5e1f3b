// Holds, and their release, one or many.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { sentence } from "../format.js";
import { isKey } from "../keymap.js";
import { Page } from "../page.js";
import { hints } from "../parts/keyhelp.js";
import { List } from "../parts/list.js";
import { holdPicks } from "../parts/picks.js";
import { age, principalLink, card, empty, moment, problemNote, queueLink, statusBadge, subjectNamed } from "../parts/text.js";

const PAGE = 100;

export class HoldsPage extends Page {
  title = "Holds";

  constructor(app, _, query) {
    super(app);
    this.status = query.get("status") === "RELEASED" ? "RELEASED" : "ACTIVE";
    this.picks = holdPicks(this, () => this.list);
    this.#choose();
  }

  #choose() {
    this.list = new List("holds", { status: this.status }, PAGE);
    this.picks.clear();
  }

  /** Released holds are read-only. */
  get #picking() {
    return this.picks.offered && this.status === "ACTIVE";
  }

  get keys() {
    return this.#picking ? [...this.picks.keys, "open"] : [];
  }

  concerns(event) {
    return ["job_held", "job_hold_released", "job_cancelled"].includes(event.type);
  }

  load() {
    return this.list.load(this.signal);
  }

  pressed(event) {
    const current = this.list.items[this.picks.selection.current];
    if (!this.#picking) {
      return;
    }
    if (isKey(event, "open") && current && event.target === document.body) {
      this.app.go(`/subjects/${part(current.subject_lookup_euid)}`);
    } else {
      this.picks.pressed(event);
    }
  }

  view() {
    const end = html`<span class="segmented" role="group" aria-label="Status">${["ACTIVE", "RELEASED"].map(
      (status) => html`<button type="button" aria-pressed=${this.status === status} @click=${() => {
        this.status = status;
        this.remember({ status: status === "ACTIVE" ? null : status });
        this.#choose();
        this.refresh();
      }}>${sentence(status)}</button>`)}</span>`;
    return html`<div class="page-head"><h1>Holds</h1>
        <div class="end keys">${this.#picking ? hints(this.keys) : nothing}</div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.picks.notes()}
        ${card("Holds", this.#body(), { end })}
      </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return empty(this.status === "ACTIVE" ? "No active holds" : "No released holds");
    }
    return html`${this.#table()}${this.list.footer(this)}${this.#picking ? this.picks.bar() : nothing}`;
  }

  #table() {
    const rows = this.list.items;
    const picks = this.#picking;
    const { selection } = this.picks;
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${picks ? this.picks.head() : nothing}
      <th>Job</th><th>Hold</th><th>Reason</th><th>Queue</th><th>Placed</th>${this.status === "ACTIVE" ? nothing : html`<th>Released</th>`}<th class="num">Age</th></tr></thead>
      <tbody>${repeat(rows, (hold) => hold.hold_euid, (hold, i) => html`<tr data-hold=${hold.hold_euid}
        class="${picks ? this.picks.look(hold) : ""} ${picks && i === selection.current ? "current" : ""}">
        ${picks ? this.picks.box(hold, i) : nothing}
        <td class="name">${subjectNamed(hold)}</td>
        <td data-label="Hold" class="two">${hold.hold_code} ${this.status === "ACTIVE" ? nothing : statusBadge(hold.status)}</td>
        <td data-label="Reason" class="break wide">${hold.reason}</td>
        <td data-label="Queue">${queueLink(hold.queue_lookup_key)}</td>
        <td data-label="Placed" class="two">${moment(hold.placed_at)} <span class="small">by ${principalLink(hold.placed_by_lookup_euid, hold.placed_by_lookup_name)}</span></td>
        ${this.status === "ACTIVE" ? nothing : html`<td data-label="Released" class="two">${hold.released_at
          ? html`${moment(hold.released_at)} <span class="small">by ${principalLink(hold.released_by_lookup_euid, hold.released_by_lookup_name)}</span>`
          : html`<span class="muted">–</span>`}</td>`}
        <td class="num" data-label="Age">${age(hold.placed_at)}</td>
      </tr>`)}</tbody></table></div>`;
  }
}

// What people stopped, and letting it go again, one or many.
import { html, nothing, repeat } from "../lit.js";
import { part } from "../api.js";
import { may } from "../session.js";
import { count, sentence } from "../format.js";
import { Page } from "../page.js";
import { forMany } from "../parts/bulk.js";
import { List } from "../parts/list.js";
import { Selection } from "../parts/selection.js";
import { age, byWhom, card, empty, moment, problemNote, queueLink, statusBadge, subjectLink, subjectNamed } from "../parts/text.js";

const PAGE = 100;

export class HoldsPage extends Page {
  title = "Holds";
  refused = [];

  constructor(app, _, query) {
    super(app);
    this.status = query.get("status") === "RELEASED" ? "RELEASED" : "ACTIVE";
    this.selection = new Selection((hold) => hold.hold_euid);
    this.#choose();
  }

  #choose() {
    this.list = new List("holds", { status: this.status }, PAGE);
    this.selection.clear();
  }

  concerns(event) {
    return ["job_held", "job_hold_released", "job_cancelled"].includes(event.type);
  }

  load() {
    return this.list.load(this.signal);
  }

  pressed(event) {
    const current = this.list.items[this.selection.current];
    if (this.selection.key(event, this.list.items)) {
      this.app.draw();
    } else if (event.key === "Enter" && current && event.target === document.body) {
      this.app.go(`/subjects/${part(current.subject_lookup_euid)}`);
    } else if (event.key === "r" && may("operate") && this.status === "ACTIVE") {
      event.preventDefault();
      this.#release();
    }
  }

  async #act(spec) {
    const picked = this.selection.of(this.list.items);
    const items = picked.length ? picked : this.list.items.slice(this.selection.current, this.selection.current + 1);
    if (!items.length) {
      return;
    }
    const refused = await forMany({ ...spec, items, name: (hold) => `${hold.subject_lookup_name ?? hold.subject_lookup_euid} ${hold.hold_code}` });
    if (refused) {
      this.refused = refused;
      this.selection.clear();
      await this.refresh();
    }
  }

  #release() {
    return this.#act({
      title: "Release holds",
      verb: "Release",
      action: "release-hold",
      what: ["Each hold is lifted. A subject without any other hold goes on from where it was."],
      form: (hold) => `release-hold:${hold.hold_euid}`,
      body: (hold, reason) => ({ hold_euid: hold.hold_euid, reason }),
    });
  }

  #cancel() {
    return this.#act({
      title: "Cancel held subjects",
      verb: "Cancel",
      danger: true,
      action: "cancel",
      what: ["Each subject ends as CANCELED, and its holds with it."],
      form: (hold) => `cancel:${hold.hold_euid}`,
      body: (hold, reason) => ({ subject_euid: hold.subject_lookup_euid, mode: "hard", reason }),
    });
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
        <div class="end keys"><span><kbd>j</kbd> <kbd>k</kbd> move · <kbd>x</kbd> pick · <kbd>a</kbd> all · <kbd>r</kbd> release</span></div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.refused.map(({ item, problem }) => html`<div>${problemNote(problem, subjectLink(item.subject_lookup_euid))}</div>`)}
        ${card("Holds", this.#body(), { end })}
      </div>`;
  }

  #body() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return empty(this.status === "ACTIVE" ? "Nothing is held" : "None");
    }
    return html`${this.#table()}${this.list.footer(this)}${this.#bar()}`;
  }

  #table() {
    const rows = this.list.items;
    const picks = may("operate") && this.status === "ACTIVE";
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${picks ? html`<th><input type="checkbox" aria-label="Pick all" .checked=${rows.every((row) => this.selection.has(row))}
        @change=${() => { this.selection.all(rows); this.app.draw(); }}></th>` : nothing}
      <th>Subject</th><th>Hold</th><th>Reason</th><th>Queue</th><th>Placed</th>${this.status === "ACTIVE" ? nothing : html`<th>Released</th>`}<th class="num">Age</th></tr></thead>
      <tbody>${repeat(rows, (hold) => hold.hold_euid, (hold, i) => html`<tr data-hold=${hold.hold_euid}
        class="${this.selection.has(hold) ? "selected" : ""} ${i === this.selection.current ? "current" : ""}">
        ${picks ? html`<td class="pick"><input type="checkbox" aria-label="Pick ${hold.subject_lookup_euid}" .checked=${this.selection.has(hold)}
          @change=${() => { this.selection.toggle(hold); this.selection.current = i; this.app.draw(); }}></td>` : nothing}
        <td class="name">${subjectNamed(hold)}</td>
        <td data-label="Hold" class="two">${hold.hold_code} ${this.status === "ACTIVE" ? nothing : statusBadge(hold.status)}</td>
        <td data-label="Reason" class="break wide">${hold.reason}</td>
        <td data-label="Queue">${queueLink(hold.queue_lookup_key)}</td>
        <td data-label="Placed" class="two">${moment(hold.placed_at)} <span class="small">by ${byWhom(hold.placed_by_lookup_euid, hold.placed_by_lookup_name)}</span></td>
        ${this.status === "ACTIVE" ? nothing : html`<td data-label="Released" class="two">${hold.released_at
          ? html`${moment(hold.released_at)} <span class="small">by ${byWhom(hold.released_by_lookup_euid, hold.released_by_lookup_name)}</span>`
          : html`<span class="muted">–</span>`}</td>`}
        <td class="num" data-label="Age">${age(hold.placed_at)}</td>
      </tr>`)}</tbody></table></div>`;
  }

  #bar() {
    if (!may("operate") || this.status !== "ACTIVE") {
      return nothing;
    }
    const picked = this.selection.of(this.list.items).length;
    return html`<div class="bulk"><strong class="num" role="status">${picked ? `${count(picked)} picked` : "None picked"}</strong>
      <button class="button primary" type="button" ?disabled=${!picked} @click=${() => this.#release()}>Release…</button>
      <button class="button danger" type="button" ?disabled=${!picked} @click=${() => this.#cancel()}>Cancel…</button></div>`;
  }
}

// A list that is read page by page: a refresh reads as many pages as were loaded.
import { html, nothing } from "../lit.js";
import { get } from "../api.js";

const PAGE = 50;

/** Largest page of the server. */
const MOST_ON_A_PAGE = 500;

/** Number of pages that one request for more reads, unless a row passes the filter before. */
const PAGES_AT_ONCE = 10;

export class List {
  items = [];
  next = null;
  pages = 1;
  total = null;
  loading = false;

  constructor(path, query = {}, size = PAGE) {
    this.path = path;
    this.query = query;
    this.size = size;
  }

  async load(signal) {
    const items = [];
    let cursor = null;
    let answer;
    for (let i = 0; i < this.pages && (i === 0 || cursor); i++) {
      answer = await get(this.path, { ...this.query, limit: this.size, cursor }, signal);
      items.push(...answer.items);
      cursor = answer.next_cursor;
    }
    this.items = items;
    this.next = cursor;
    this.total = answer.total ?? null;
    this.answer = answer;
  }

  /** Reads pages until a row is found or the list ends. */
  async until(signal, draw) {
    while (this.next && !this.items.length) {
      const answer = await get(this.path, { ...this.query, limit: this.size, cursor: this.next }, signal);
      this.items = answer.items;
      this.next = answer.next_cursor;
      draw();
    }
  }

  /** Reads all matching rows to the end, up to a maximum. */
  async every(signal, most) {
    const all = [];
    let cursor = null;
    do {
      const page = await get(this.path, { ...this.query, limit: MOST_ON_A_PAGE, cursor }, signal);
      all.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor && all.length < most);
    return { items: all.slice(0, most), whole: !cursor && all.length <= most };
  }

  /** Continues after the last page; the next refresh reads changes. */
  async more(page) {
    this.loading = true;
    page.app.draw();
    const before = this.items.length;
    try {
      for (let i = 0; i < PAGES_AT_ONCE && this.next && this.items.length === before; i++) {
        const answer = await get(this.path, { ...this.query, limit: this.size, cursor: this.next }, page.signal);
        this.items = [...this.items, ...answer.items];
        this.next = answer.next_cursor;
        this.pages++;
      }
    } catch (problem) {
      if (page.left) return;
      if (!problem.code) throw problem;
      page.problem = problem;
    } finally {
      this.loading = false;
    }
    page.app.draw();
  }

  /** The server checks a fixed number of rows per page, whether they pass the filter or not. */
  get searching() {
    return this.next !== null && this.items.length < this.pages * this.size;
  }

  footer(page) {
    if (!this.next) {
      return nothing;
    }
    const found = this.searching
      ? this.items.length ? `${this.items.length} found so far; the search is incomplete` : "No match so far; the search is incomplete"
      : `${this.items.length} shown`;
    return html`<div class="more"><span role="status">${found}</span>
      <button class="button small" type="button" ?disabled=${this.loading} @click=${() => this.more(page)}>${
        this.loading ? "Loading…" : this.searching ? "Continue search" : "Show more"}</button></div>`;
  }
}

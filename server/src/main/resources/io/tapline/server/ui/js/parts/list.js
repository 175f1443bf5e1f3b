// A list that is read page by page: the first pages are read again when something changes, as many as were asked for.
import { html, nothing } from "../lit.js";
import { get } from "../api.js";

const PAGE = 50;

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

  async more(page) {
    this.loading = true;
    page.app.draw();
    this.pages++;
    await page.refresh();
    this.loading = false;
    page.app.draw();
  }

  footer(page) {
    return this.next
      ? html`<div class="more"><span>${this.items.length} shown</span>
          <button class="button small" type="button" ?disabled=${this.loading} @click=${() => this.more(page)}>Show more</button></div>`
      : nothing;
  }
}

// Selection of rows by mouse or keyboard.
import { isKey } from "../keymap.js";

export class Selection {
  chosen = new Set();
  current = 0;

  constructor(id) {
    this.id = id;
  }

  has(item) {
    return this.chosen.has(this.id(item));
  }

  toggle(item) {
    const id = this.id(item);
    if (!this.chosen.delete(id)) {
      this.chosen.add(id);
    }
  }

  all(items) {
    const every = items.every((item) => this.has(item));
    items.forEach((item) => (every ? this.chosen.delete(this.id(item)) : this.chosen.add(this.id(item))));
  }

  of(items) {
    return items.filter((item) => this.has(item));
  }

  clear() {
    this.chosen.clear();
  }

  /** j and k move, x selects, a selects all. Returns whether the key was one of these. */
  key(event, items) {
    const step = isKey(event, "down") ? 1 : isKey(event, "up") ? -1 : 0;
    if (step) {
      this.current = Math.max(0, Math.min(items.length - 1, this.current + step));
    } else if (isKey(event, "select") && items[this.current]) {
      this.toggle(items[this.current]);
    } else if (isKey(event, "all")) {
      this.all(items);
    } else {
      return false;
    }
    event.preventDefault();
    requestAnimationFrame(() => document.querySelector("tr.current")?.scrollIntoView({ block: "nearest" }));
    return true;
  }
}

// The base of all screens: they load, render, receive events, and can be left.

/** Interval after which a screen with short-lived data is read again, regardless of events. */
export const SOON_MS = 5000;

export class Page {
  /** Seconds between two renderings of relative times; screens with a countdown use one. */
  tickSeconds = 10;

  constructor(app) {
    this.app = app;
    this.loaded = false;
    this.problem = null;
    /** Whether the server did not answer; the frame shows that, and asOf as the time of the data. */
    this.unanswered = null;
    this.asOf = null;
    this.left = false;
    this.aborter = new AbortController();
  }

  /** Names of the shortcuts of this screen, from keymap.js. */
  get keys() {
    return this.picks?.keys ?? [];
  }

  /** Aborts reads when the screen is left. */
  get signal() {
    return this.aborter.signal;
  }

  /** Reads the data of the screen. */
  async load() {}

  /** Whether an event changes the content of the screen. */
  concerns() {
    return false;
  }

  async refresh() {
    try {
      await this.load();
      this.problem = null;
      this.unanswered = null;
      this.asOf = new Date().toISOString();
      this.loaded = true;
    } catch (problem) {
      if (this.left || problem.name === "AbortError") {
        return;
      }
      if (!problem.code) {
        throw problem;
      }
      // Data that was not read is not empty: only an answer makes a page loaded.
      if (problem.unanswered) {
        this.unanswered = problem;
      } else {
        this.problem = problem;
        this.unanswered = null;
      }
    }
    this.app.draw();
  }

  leave() {
    this.left = true;
    this.aborter.abort();
  }

  /** Keeps the selection in the address, so that it can be shared and bookmarked. */
  remember(changes) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(changes)) {
      if (value == null || value === "") {
        address.searchParams.delete(name);
      } else {
        address.searchParams.set(name, value);
      }
    }
    history.replaceState(history.state, "", address);
    this.app.draw();
  }
}

// What all screens have in common: they load, they show, they hear of events, and they can be left.

/** A screen that shows what is soon out of date reads it again after so long, whatever it hears. */
export const SOON_MS = 5000;

export class Page {
  /** Seconds between two looks at the clock; screens with a countdown want every one. */
  tickSeconds = 10;

  constructor(app) {
    this.app = app;
    this.loaded = false;
    this.problem = null;
    /** That the server did not answer; the frame says so, and that what is here is of asOf. */
    this.unanswered = null;
    this.asOf = null;
    this.left = false;
    this.aborter = new AbortController();
  }

  /** Names of the keys that do something here, as keymap.js has them. */
  get keys() {
    return this.picks?.keys ?? [];
  }

  /** For reads that end when the screen is left. */
  get signal() {
    return this.aborter.signal;
  }

  /** Reads what the screen shows. */
  async load() {}

  /** Whether an event changes what is on the screen. */
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
      // What was not read is not "none": only an answer makes a page loaded.
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

  /** Keeps what was chosen in the address, so that it can be sent to someone and found again. */
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

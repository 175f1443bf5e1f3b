// The event stream: one for each page, resumed at its last event. A hidden tab closes it, and so does a page in the back-forward
// cache: a browser has only six connections to one server for all its tabs, and without a free one no request could be sent.

const STREAM = "/api/v1/execution/events/stream?after=";
const TYPES = [
  "job_enqueued", "job_ready", "job_routed", "job_requeued", "job_claimed", "job_started", "job_lease_renewed", "job_heartbeat",
  "job_released", "job_lease_expired", "job_succeeded", "job_retry_scheduled", "job_dead_lettered", "job_failed",
  "job_held", "job_hold_released", "job_dispatched", "job_cancel_requested", "job_cancelled", "job_compensated", "job_cleaned",
  "job_updated",
];
const HIDDEN_FOR = 30_000;
const GIVE_UP_AFTER = 3;

export class Live {
  #source = null;
  #last = "end";
  #listeners = new Set();
  #failures = 0;
  #hiding = null;

  constructor(onState) {
    this.onState = onState;
    this.state = "connecting";
    document.addEventListener("visibilitychange", () => this.#visible());
    window.addEventListener("pagehide", () => this.#pause());
    window.addEventListener("pageshow", () => this.#resume());
  }

  start() {
    if (!this.#source) {
      this.#open();
    }
  }

  stop() {
    this.#source?.close();
    this.#source = null;
    this.#last = "end";
    this.state = "connecting";
  }

  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #open() {
    const source = new EventSource(STREAM + encodeURIComponent(this.#last));
    this.#source = source;
    source.onopen = () => {
      const again = this.#failures > 0;
      this.#failures = 0;
      this.#setState("live");
      if (again) {
        this.#emit(null);
      }
    };
    source.onerror = () => {
      this.#failures++;
      if (this.state === "live") {
        // The server may be down: all parts with values check whether it still answers.
        this.#emit(null);
      }
      this.#setState("reconnecting");
      if (source.readyState === EventSource.CLOSED) {
        this.#again();
      } else if (this.#failures > GIVE_UP_AFTER) {
        source.close();
        this.#again();
      }
    };
    for (const type of TYPES) {
      source.addEventListener(type, (event) => {
        this.#last = event.lastEventId || this.#last;
        this.#emit(JSON.parse(event.data));
      });
    }
  }

  #again() {
    const mine = this.#source;
    setTimeout(() => {
      if (this.#source === mine && mine) {
        this.#open();
      }
    }, Math.min(1000 * 2 ** this.#failures, 15_000));
  }

  #visible() {
    clearTimeout(this.#hiding);
    if (document.hidden) {
      this.#hiding = setTimeout(() => this.#pause(), HIDDEN_FOR);
    } else {
      this.#resume();
    }
  }

  #pause() {
    if (this.#source) {
      this.#source.close();
      this.#source = null;
      this.#setState("paused");
    }
  }

  #resume() {
    if (!this.#source && this.state === "paused") {
      this.#last = "end";
      this.#open();
      this.#emit(null);
    }
  }

  /** Passes an event to the listeners; null means that events may have been missed, and everything is read again. */
  #emit(event) {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  #setState(state) {
    if (this.state !== state) {
      this.state = state;
      this.onState();
    }
  }
}

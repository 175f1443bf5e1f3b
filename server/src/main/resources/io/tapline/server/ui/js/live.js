// The event stream: one for the page, resumed where it was cut. A tab that nobody looks at lets go of it, and so does a page that
// is left but kept by the browser for the way back: it has only six connections to one server for all its tabs, and with those
// taken nothing would be sent any more.

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
      this.#say("live");
      if (again) {
        this.#tell(null);
      }
    };
    source.onerror = () => {
      this.#failures++;
      if (this.state === "live") {
        // Perhaps the server is gone: every part of the page that shows figures asks whether it still answers.
        this.#tell(null);
      }
      this.#say("reconnecting");
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
        this.#tell(JSON.parse(event.data));
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
      this.#say("paused");
    }
  }

  #resume() {
    if (!this.#source && this.state === "paused") {
      this.#last = "end";
      this.#open();
      this.#tell(null);
    }
  }

  /** An event; or null: something may have been missed, look at everything again. */
  #tell(event) {
    for (const listener of this.#listeners) {
      listener(event);
    }
  }

  #say(state) {
    if (this.state !== state) {
      this.state = state;
      this.onState();
    }
  }
}

// Selected rows and bulk actions, the same on every list. Items that an action does not apply to are skipped, with a notice.
import { html, nothing } from "../lit.js";
import { may } from "../session.js";
import { count } from "../format.js";
import { isKey, LIST_KEYS } from "../keymap.js";
import { forMany } from "./bulk.js";
import { Selection } from "./selection.js";
import { problemNote } from "./text.js";
import { toast } from "./toast.js";

/** More at once would take a browser too long; a larger selection needs several actions. */
const MOST_PICKED = 10_000;

/**
 * spec: { id(item), name(item), list(), verbs }; the list may have more than is loaded
 * A verb: { verb, role, danger, primary, action, effects, fields, unable(item), form(item), body(item, reason, values), send(item,
 * key, reason) };
 * unable returns a short reason why the verb does not apply to an item, or null.
 */
export class Picks {
  refused = [];
  /** All matching items if they are selected: { items, whole }. */
  every = null;
  reading = false;

  constructor(page, spec) {
    this.page = page;
    this.spec = spec;
    this.selection = new Selection(spec.id);
  }

  get #verbs() {
    return this.spec.verbs.filter((one) => may(one.role));
  }

  get offered() {
    return this.#verbs.length > 0;
  }

  clear() {
    this.selection.clear();
    this.refused = [];
    this.every = null;
  }

  get #items() {
    return this.spec.list()?.items ?? [];
  }

  get #picked() {
    return this.every?.items ?? this.selection.of(this.#items);
  }

  /** More match than are loaded: selecting them needs a separate action. */
  get #wider() {
    const items = this.#items;
    return !this.every && items.length > 0 && this.spec.list().next && items.every((item) => this.selection.has(item));
  }

  /** Shortcuts for the page that contains the list. */
  get keys() {
    return this.offered ? [...LIST_KEYS, ...this.#verbs.map((one) => one.key).filter(Boolean)] : [];
  }

  /** Reads all matching items and selects them. */
  async #readEvery() {
    this.reading = true;
    this.page.app.draw();
    try {
      this.every = await this.spec.list().every(this.page.signal, MOST_PICKED);
    } catch (problem) {
      if (!problem.code) throw problem;
      toast(`Selection incomplete: ${problem.message}.`);
    } finally {
      this.reading = false;
    }
    this.page.app.draw();
  }

  /** The checkbox of the header, for all visible rows. */
  head() {
    const items = this.#items;
    return this.offered
      ? html`<th class="pick"><input type="checkbox" aria-label="Select all" .checked=${items.length > 0 && items.every((item) => this.selection.has(item))}
          @change=${() => this.#change(() => this.selection.all(items))}></th>`
      : nothing;
  }

  box(item, place) {
    return this.offered
      ? html`<td class="pick"><input type="checkbox" aria-label="Select ${this.spec.name(item)}" .checked=${this.selection.has(item)}
          @change=${() => this.#change(() => {
            this.selection.toggle(item);
            this.selection.current = place;
          })}></td>`
      : nothing;
  }

  look(item) {
    return this.offered && this.selection.has(item) ? "selected" : "";
  }

  #change(run) {
    this.every = null;
    run();
    this.page.app.draw();
  }

  pressed(event) {
    if (!this.offered) {
      return false;
    }
    if (isKey(event, "all") && this.#wider) {
      event.preventDefault();
      this.#readEvery();
      return true;
    }
    if (this.selection.key(event, this.#items)) {
      this.every = null;
      this.page.app.draw();
      return true;
    }
    const verb = this.#verbs.find((one) => one.key && isKey(event, one.key));
    if (verb) {
      event.preventDefault();
      this.#act(verb);
      return true;
    }
    return false;
  }

  notes() {
    return this.refused.map(({ item, problem }) => html`<div>${problemNote(problem, html`<span>${this.spec.name(item)}</span>`)}</div>`);
  }

  bar() {
    if (!this.offered) {
      return nothing;
    }
    const picked = this.#picked.length;
    return html`<div class="bulk"><strong class="num" role="status">${this.#selectionText(picked)}</strong>
      ${this.#wider ? html`<button class="button" type="button" ?disabled=${this.reading} @click=${() => this.#readEvery()}>${this.reading ? "Loading…" : "Select all matches"}</button>` : nothing}
      ${this.#verbs.map((one) => html`<button class="button ${one.danger ? "danger" : one.primary ? "primary" : ""}" type="button" ?disabled=${!picked}
        @click=${() => this.#act(one)}>${one.verb}…</button>`)}</div>`;
  }

  #selectionText(picked) {
    if (this.every) {
      return this.every.whole ? `All ${count(picked)} matches selected` : `First ${count(picked)} matches selected`;
    }
    return picked ? `${count(picked)} selected` : "None selected";
  }

  async #act(one) {
    // A shortcut without a selection applies to the current row.
    const picked = this.#picked.length ? this.#picked : this.#items.slice(this.selection.current, this.selection.current + 1);
    if (!picked.length) {
      return;
    }
    const able = picked.filter((item) => !one.unable?.(item));
    const reasons = new Map();
    picked.map((item) => one.unable?.(item)).filter(Boolean).forEach((reason) => reasons.set(reason, (reasons.get(reason) ?? 0) + 1));
    const skipped = [...reasons].map(([reason, size]) => `${count(size)} ${reason}`).join(", ");
    if (!able.length) {
      toast(`${one.verb} does not apply to the selection: ${skipped}.`);
      return;
    }
    const refused = await forMany({
      ...one, items: able, title: `${one.verb} ${count(able.length)} of ${count(picked.length)} selected`, name: this.spec.name, effects: [...one.effects, ...(skipped ? [`Skipped: ${skipped}.`] : [])],
    });
    if (refused) {
      this.refused = refused;
      this.selection.clear();
      this.every = null;
      await this.page.refresh();
    }
  }
}

const ENDED = ["COMPLETED", "FAILED_TERMINAL", "CANCELED"];
const over = (item) => (ENDED.includes(item.state) ? "already ended" : null);
const HOLD_CODE = {
  name: "hold_code", label: "Hold code", type: "text", required: true, value: "OPERATOR_HOLD",
  suggestions: ["OPERATOR_HOLD", "QC_REVIEW", "INSTRUMENT_DOWN", "SAMPLE_ISSUE", "CLIENT_REQUEST"],
};

/** Sends the state that the list shows: the server refuses jobs whose state changed meanwhile, and the result lists them. */
const asShown = (item) => ({ subject_euid: item.subject_euid, expected_state: item.state });

/** Bulk actions on jobs, for every list of jobs. */
export const SUBJECT_VERBS = [
  {
    verb: "Hold", role: "operate", action: "hold", fields: [HOLD_CODE], unable: over,
    effects: ["No worker can claim the jobs until all their holds are released. Active leases end at once, and no attempt is spent."],
    form: (item) => `bulk-hold:${item.subject_euid}`,
    body: (item, reason, values) => ({ ...asShown(item), reason, hold_code: values.hold_code }),
  },
  {
    verb: "Requeue", role: "operate", action: "requeue",
    unable: (item) => (item.lease_euid ? "leased" : item.state === "HELD" ? "held" : null),
    effects: ["Each job becomes READY in its queue, and its attempt count restarts at zero."],
    form: (item) => `bulk-requeue:${item.subject_euid}`,
    body: (item, reason) => ({ ...asShown(item), reason }),
  },
  {
    verb: "Cancel", role: "operate", action: "cancel", danger: true, unable: over,
    effects: ["Each job ends now and cannot be claimed again unless it is requeued."],
    form: (item) => `bulk-cancel:${item.subject_euid}`,
    body: (item, reason) => ({ ...asShown(item), mode: "hard", reason }),
  },
];

export const subjectPicks = (page, list) =>
  new Picks(page, { id: (item) => item.subject_euid, name: (item) => item.subject_name || item.subject_euid, list, verbs: SUBJECT_VERBS });

/** Bulk actions on leased jobs, and, for administrators, on the leases. */
export const leasePicks = (page, list) =>
  new Picks(page, {
    id: (lease) => lease.lease_euid,
    name: (lease) => lease.subject_lookup_name || lease.subject_lookup_euid,
    list,
    verbs: [
      {
        verb: "Cancel", role: "operate", action: "cancel", danger: true,
        effects: ["Each worker is requested to stop at its next heartbeat. If it finishes first, its result is accepted."],
        form: (lease) => `bulk-cancel:${lease.lease_euid}`,
        body: (lease, reason) => ({ subject_euid: lease.subject_lookup_euid, mode: "soft", reason }),
      },
      {
        verb: "Expire", role: "administer", action: "expire-lease", danger: true,
        effects: ["Each lease ends as if it had lapsed: one attempt is spent, and its job returns to its queue or becomes a dead letter."],
        form: (lease) => `bulk-expire:${lease.lease_euid}`,
        body: (lease, reason) => ({ lease_euid: lease.lease_euid, reason }),
      },
    ],
  });

const workerVerb = (verb, action, effect, unable, danger = false) => ({
  verb, role: "administer", action, danger, effects: [effect],
  unable: (worker) => (worker.status === "RETIRED" ? "retired" : unable(worker)),
  form: (worker) => `bulk-${action}:${worker.worker_euid}:${worker.revision}`,
  body: (worker, reason) => ({ worker_euid: worker.worker_euid, reason }),
});

export const workerPicks = (page, list) =>
  new Picks(page, {
    id: (worker) => worker.worker_euid,
    name: (worker) => worker.display_name || worker.worker_key,
    list,
    verbs: [
      workerVerb("Drain", "drain-worker", "Each worker finishes its leased jobs and claims no new ones.", (worker) =>
        ({ DRAINING: "already draining", DISABLED: "disabled" })[worker.status] ?? null),
      workerVerb("Disable", "disable-worker", "Each worker can neither claim nor renew. Its jobs return to their queues when the leases lapse.", (worker) =>
        worker.status === "DISABLED" ? "already disabled" : null, true),
      workerVerb("Enable", "enable-worker", "Each worker can claim and renew again.", (worker) => (worker.status === "ONLINE" ? "already enabled" : null)),
      workerVerb("Retire", "retire-worker", "Each worker ends permanently, and its leases end: each spends an attempt, and its job returns to the queue.", () => null, true),
    ],
  });

/** Bulk actions on holds and held jobs. */
export const holdPicks = (page, list) =>
  new Picks(page, {
    id: (hold) => hold.hold_euid,
    name: (hold) => `${hold.subject_lookup_name ?? hold.subject_lookup_euid} ${hold.hold_code}`,
    list,
    verbs: [
      {
        verb: "Release", role: "operate", action: "release-hold", primary: true, key: "release",
        effects: ["Each hold is released. A job without other holds returns to its state before the hold."],
        form: (hold) => `release-hold:${hold.hold_euid}`,
        body: (hold, reason) => ({ hold_euid: hold.hold_euid, reason }),
      },
      {
        verb: "Cancel", role: "operate", action: "cancel", danger: true,
        effects: ["Each job ends as CANCELED, and its holds end with it."],
        form: (hold) => `cancel:${hold.hold_euid}`,
        body: (hold, reason) => ({ subject_euid: hold.subject_lookup_euid, mode: "hard", reason }),
      },
    ],
  });

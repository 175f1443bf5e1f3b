// Waiting, leased and held jobs of all queues: the lists behind the counts of the dashboard.
import { html, nothing } from "../lit.js";
import { part } from "../api.js";
import { bench } from "../bench.js";
import { count, countIsOld } from "../format.js";
import { Page, SOON_MS } from "../page.js";
import { allQueues } from "../queues.js";
import { List } from "../parts/list.js";
import { leasePicks, subjectPicks } from "../parts/picks.js";
import { panel, tabs } from "../parts/tabs.js";
import { empty, problemNote } from "../parts/text.js";
import { leaseTable, subjectTable } from "../parts/worktables.js";

const TABS = [["waiting", "Waiting"], ["leased", "Leased"], ["held", "Held"], ["paused", "Waiting, paused"]];
const COUNTED = { waiting: "queue_depth", leased: "active_leases", held: "held_count", paused: "paused_depth" };
const ORDER = {
  waiting: "By dispatch priority of the queues, each queue in claim order.",
  leased: "Oldest claim first.",
  held: "Not claimable until all holds are released. By queue, newest first.",
  paused: "Not claimable until the queue is resumed.",
};
const NOTHING = {
  waiting: "No jobs are waiting in any queue.",
  leased: "No jobs are leased.",
  held: "No jobs are on hold.",
  paused: "No jobs are waiting in a paused queue.",
};

export class AllWorkPage extends Page {
  title = "All jobs";
  tickSeconds = 5;
  queues = [];
  claimProblem = null;

  constructor(app, _, query) {
    super(app);
    this.tab = TABS.some(([id]) => id === query.get("tab")) ? query.get("tab") : "waiting";
    this.subjectPicks = subjectPicks(this, () => this.list);
    this.leasePicks = leasePicks(this, () => this.list);
    this.#choose();
  }

  get picks() {
    return this.tab === "leased" ? this.leasePicks : this.subjectPicks;
  }

  pressed(event) {
    return this.picks.pressed(event);
  }

  /** An outdated count is being renewed. */
  get againMs() {
    return this.queues.some(countIsOld) ? SOON_MS : undefined;
  }

  concerns(event) {
    return event.type !== "job_lease_renewed" && event.type !== "job_heartbeat";
  }

  #choose() {
    this.picks.clear();
    this.list = {
      waiting: () => new List("items"),
      leased: () => new List("leases", { status: "ACTIVE", queues: "listed" }),
      held: () => new List("subjects", { state: "HELD", queues: "listed" }),
      paused: () => new List("items", { pause: "behind" }),
    }[this.tab]();
  }

  async load() {
    [this.queues] = await Promise.all([allQueues(this.signal), this.list.load(this.signal)]);
  }

  #open(tab) {
    this.tab = tab;
    this.loaded = false;
    this.remember({ tab: tab === "waiting" ? null : tab });
    this.#choose();
    this.refresh();
  }

  async #claim(item) {
    this.claimProblem = null;
    try {
      const queue = this.queues.find((one) => one.queue_key === item.next_queue_key) ?? { queue_key: item.next_queue_key };
      const answer = await bench.claim(queue, item);
      const claimed = answer?.claims?.[0];
      if (claimed) {
        this.app.go(`/subjects/${part(claimed.subject_euid)}`);
        return;
      }
    } catch (problem) {
      if (!problem.code) throw problem;
      this.claimProblem = problem;
    }
    await this.refresh();
  }

  #sum(tab) {
    return this.queues.reduce((total, queue) => total + (queue[COUNTED[tab]] ?? 0), 0);
  }

  view() {
    // The tab of paused work is shown only if there is any.
    const shown = TABS.filter(([id]) => id !== "paused" || this.tab === id || this.#sum(id));
    return html`<div class="page-head"><div class="title"><a class="crumb" href="/">Queues</a><h1>All jobs</h1>
        <div class="line">${ORDER[this.tab]}</div></div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.claimProblem ? problemNote(this.claimProblem) : nothing}
        ${this.picks.notes()}
        <section class="card">
          ${tabs("Jobs of all queues", shown.map(([id, title]) => ({ id, title, count: this.queues.length ? count(this.#sum(id)) : null })), this.tab, (id) => this.#open(id))}
          ${panel(this.tab, this.#listed())}
        </section>
      </div>`;
  }

  #listed() {
    if (!this.loaded) {
      return html`<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return html`${this.list.searching ? nothing : empty("No jobs", NOTHING[this.tab])}${this.list.footer(this)}`;
    }
    const table = this.tab === "leased"
      ? leaseTable(this.list, this.picks, { several: true })
      : subjectTable(this.list, this.picks, this.tab === "held" ? "held" : "waiting", this.tab === "waiting" ? (item) => this.#claim(item) : null, { several: true });
    return html`${table}${this.list.footer(this)}${this.picks.bar()}`;
  }
}

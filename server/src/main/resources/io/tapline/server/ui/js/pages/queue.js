// One queue: waiting jobs in claim order, other jobs with their reason, trends, and its policy.
import { html, nothing, repeat } from "../lit.js";
import { get, part } from "../api.js";
import { bench } from "../bench.js";
import { may } from "../session.js";
import { concernsOf } from "../attention.js";
import { count, countIsOld, duration, percent, rate } from "../format.js";
import { many, one, titled } from "../nouns.js";
import { STATES } from "../words.js";
import { Page, SOON_MS } from "../page.js";
import { Charts, loadCharts } from "../parts/chart.js";
import { icon } from "../parts/icon.js";
import { List } from "../parts/list.js";
import { enqueue, pauseQueue, pausedNote, resumeQueue } from "../queueacts.js";
import { changesCard, editPolicy, policyCard } from "../parts/policy.js";
import { leasePicks, subjectPicks, workerPicks } from "../parts/picks.js";
import { panel, tabs } from "../parts/tabs.js";
import { card, concernBadge, countedAt, empty, fromNow, problemNote, workerLink } from "../parts/text.js";
import { leaseTable, subjectTable } from "../parts/worktables.js";

const TABS = [
  ["waiting", "Waiting"], ["leased", "Leased"], ["retrying", "Retrying"], ["held", "Held"], ["not_ready", "Scheduled"],
  ["terminal", "Ended"], ["workers", "Workers"], ["policy", "Policy"],
];
const SCOPES = ["site", "platform", "assay"];
const FILTERS = [...SCOPES, "state"];
/** Lists with several states have a filter by state. */
const STATES_OF = {
  waiting: ["READY", "FAILED_RETRYABLE"],
  leased: ["READY", "RUNNING", "FAILED_RETRYABLE"],
  not_ready: ["READY", "FAILED_RETRYABLE"],
  terminal: ["COMPLETED", "FAILED_TERMINAL", "CANCELED"],
};
const NOTHING = {
  waiting: (jobs) => `No ${jobs} are waiting in this queue.`,
  leased: (jobs) => `No ${jobs} of this queue are leased.`,
  retrying: (jobs) => `No failed ${jobs} are waiting for a retry.`,
  held: (jobs) => `No ${jobs} of this queue are on hold.`,
  not_ready: (jobs) => `No ${jobs} are scheduled for a later time.`,
  terminal: (jobs) => `No ${jobs} of this queue have ended.`,
  workers: () => "No online worker can serve this queue.",
};
const SERIES_AGE_MS = 30_000;

export class QueuePage extends Page {
  tickSeconds = 5;
  queue = null;
  list = null;
  scopes = new Set();
  series = null;
  changes = null;
  actProblem = null;
  charts = new Charts();

  constructor(app, key, query) {
    super(app);
    this.key = key;
    this.title = key;
    this.tab = TABS.some(([id]) => id === query.get("tab")) ? query.get("tab") : "waiting";
    this.filter = Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]));
    this.window = query.get("window") === "day" ? "day" : "hour";
    this.subjectPicks = subjectPicks(this, () => this.list);
    this.leasePicks = leasePicks(this, () => this.list);
    this.workerPicks = workerPicks(this, () => this.list);
    this.#choose();
  }

  get picks() {
    return { leased: this.leasePicks, workers: this.workerPicks }[this.tab] ?? this.subjectPicks;
  }

  get keys() {
    return this.tab === "policy" ? [] : this.picks.keys;
  }

  pressed(event) {
    return this.tab !== "policy" && this.picks.pressed(event);
  }

  /** An outdated count is being renewed. */
  get againMs() {
    return this.queue && countIsOld(this.queue) ? SOON_MS : undefined;
  }

  concerns(event) {
    const { queue_key, to_queue_key } = event.payload ?? {};
    return event.type !== "job_lease_renewed" && event.type !== "job_heartbeat" && (!queue_key || [queue_key, to_queue_key].includes(this.key));
  }

  #choose() {
    this.picks.clear();
    if (this.tab === "waiting") {
      // A paused queue has no claimable jobs: the jobs behind the pause are shown instead.
      this.behind = this.queue?.enabled === false;
      this.list = new List(`queues/${part(this.key)}/items`, { ...this.#activeFilter(), pause: this.behind ? "behind" : null });
    } else if (this.tab === "leased") {
      this.list = new List("leases", { status: "ACTIVE", queue_key: this.key, ...this.#activeFilter() });
    } else if (this.tab === "workers") {
      // All at once: this list has no pages.
      this.list = new List(`queues/${part(this.key)}/workers`, {}, null);
    } else if (this.tab === "policy") {
      this.list = null;
    } else {
      this.list = new List("subjects", { queue_key: this.key, view: this.tab, ...this.#activeFilter() });
    }
  }

  /** The filters of this tab; the state of another tab does not apply. */
  #activeFilter() {
    const { state, ...scope } = this.filter;
    return STATES_OF[this.tab]?.includes(state) ? { ...scope, state } : scope;
  }

  async load() {
    const path = `queues/${part(this.key)}`;
    const [queue] = await Promise.all([get(path, {}, this.signal), this.list?.load(this.signal), this.#series(path)]);
    this.queue = queue;
    if (this.tab === "waiting" && this.behind === queue.enabled) {
      this.#choose();
      await this.list.load(this.signal);
    }
    await this.#changes(path);
    this.title = queue.display_name || queue.queue_key;
  }

  async #series(path) {
    if (this.seriesOf === this.window && Date.now() - this.seriesAt < SERIES_AGE_MS) {
      return;
    }
    try {
      const [series] = await Promise.all([get(`${path}/series`, { window: this.window }, this.signal), loadCharts()]);
      this.series = series.points;
      this.seriesOf = this.window;
      this.seriesAt = Date.now();
    } catch (problem) {
      if (!problem.code) throw problem;
    }
  }

  async #changes(path) {
    if (this.tab === "policy" || !this.queue?.enabled) {
      try {
        this.changes = (await get(`${path}/changes`, {}, this.signal)).items;
      } catch (problem) {
        if (!problem.code) throw problem;
      }
    }
  }

  #open(tab) {
    this.tab = tab;
    this.remember({ tab: tab === "waiting" ? null : tab });
    this.#choose();
    this.refresh();
  }

  async act(run) {
    this.actProblem = null;
    try {
      const answer = await run();
      await this.refresh();
      return answer;
    } catch (problem) {
      if (!problem.code) throw problem;
      this.actProblem = problem;
      await this.refresh();
      return null;
    }
  }

  async #claim(subject) {
    const answer = await this.act(() => bench.claim(this.queue, subject));
    const claimed = answer?.claims?.[0];
    if (claimed) {
      this.app.go(`/subjects/${part(claimed.subject_euid)}`);
    }
  }

  view() {
    if (!this.queue) {
      return this.problem?.status === 404
        ? html`<h1 class="hidden-visually">Not found</h1>${empty("Not found", `There is no queue ${this.key} in this tenant.`)}`
        : html`<div class="stack-page"><h1>${this.key}</h1>${this.problem ? problemNote(this.problem) : html`<div class="skeleton"></div>`}</div>`;
    }
    return html`${this.#head()}
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.actProblem ? problemNote(this.actProblem) : nothing}
        ${pausedNote(this.queue, this.changes, may("administer")
          ? html`<button class="button small" type="button" @click=${() => this.act(() => resumeQueue(this.queue))}>Resume…</button>` : nothing)}
        ${this.picks.notes()}
        ${this.#figures()}
        ${this.#charts()}
        <section class="card">
          ${tabs(`${titled(many(this.queue))}, workers and policy`, this.#tabs(), this.tab, (id) => this.#open(id))}
          ${panel(this.tab, this.tab === "policy" ? this.#policy() : this.#listed())}
        </section>
      </div>`;
  }

  #head() {
    const queue = this.queue;
    return html`<div class="page-head">
      <div class="title"><a class="crumb" href="/">Queues</a>
        <h1 class="break">${queue.display_name || queue.queue_key}</h1>
        <div class="line"><code>${queue.queue_key}</code>
          ${concernsOf(queue, this.seriesOf === "hour" ? this.series : []).map((concern) => concernBadge(queue, concern))}
          ${queue.manual_only ? html`<span class="badge grey">manual claims only</span>` : nothing}
          ${queue.operator_visible ? nothing : html`<span class="badge grey" data-hidden>hidden from operators</span>`}</div>
      </div>
      <div class="end">
        ${may("produce") ? html`<button class="button" type="button" @click=${() => this.act(() => enqueue(this.queue))}>Enqueue…</button>` : nothing}
        ${may("administer") && queue.enabled ? html`<button class="button" type="button" @click=${() => this.act(() => pauseQueue(this.queue))}>Pause…</button>` : nothing}
        ${may("work") && queue.enabled ? html`<button class="button primary" type="button" @click=${() => this.#claim(null)}>Claim next</button>` : nothing}
        ${may("administer") ? html`<button class="button" type="button" @click=${() => this.act(() => editPolicy(this.queue))}>${icon("edit")}Edit policy</button>` : nothing}
      </div>
    </div>`;
  }

  #figures() {
    const q = this.queue;
    const figure = (name, value, id, more = nothing, tab = null) => {
      const inner = html`<span class="k">${name}</span><span class="v" data-total=${id ?? nothing}>${value}</span>${more}`;
      return tab ? html`<a class="total" href="/queues/${part(this.key)}?tab=${tab}">${inner}</a>` : html`<div class="total">${inner}</div>`;
    };
    return html`<section class="totals" aria-label="Metrics">
      ${q.enabled
        ? figure("Waiting", count(q.queue_depth), "depth", countedAt(q), "waiting")
        : figure("Waiting, paused", count(q.paused_depth), "paused", countedAt(q), "waiting")}
      ${figure("Oldest wait", duration(q.oldest_job_age_seconds))}
      ${figure("Leased", count(q.active_leases), "leases", nothing, "leased")}
      ${figure("Held", count(q.held_count), null, nothing, "held")}
      <a class="total" href="/dead-letters?queue=${part(this.key)}"><span class="k">Dead letters</span><span class="v">${count(q.dead_letter_count)}</span></a>
      ${figure("Serving / eligible", `${count(q.worker_serving_count)} / ${count(q.worker_online_count)}`, "workers", nothing, "workers")}
      ${figure("Completed / min", rate(q.throughput_success_per_minute))}
      ${figure("Failure rate", percent(q.failure_rate))}
    </section>`;
  }

  #charts() {
    if (!this.series) {
      return nothing;
    }
    const choose = (id) => {
      this.window = id;
      this.remember({ window: id === "hour" ? null : id });
      this.refresh();
    };
    const end = html`<span class="segmented" role="group" aria-label="Period">${[["hour", "Hour"], ["day", "Day"]].map(
      ([id, text]) => html`<button type="button" aria-pressed=${this.window === id} @click=${() => choose(id)}>${text}</button>`)}</span>`;
    const last = this.series.at(-1) ?? {};
    return card("Trends", html`<div class="body"><div class="charts">
      ${this.charts.frame("depth", "Waiting", `${count(last.depth)} now`)}
      ${this.charts.frame("flow", "Completed and failed", `${count(last.completed)} completed, ${count(last.failed)} failed in the current ${this.window === "day" ? "quarter-hour" : "minute"}`)}
      ${this.charts.frame("wait", "Wait time", `median ${duration(last.median_wait_seconds)}`, this.series.some((point) => point.median_wait_seconds != null) ? null : "No claims in this period.")}
    </div></div>`, { end });
  }

  drawn() {
    if (!this.series || !this.queue) {
      return;
    }
    const times = this.series.map((point) => point.at);
    const values = (name) => this.series.map((point) => point[name]);
    const counted = values("depth");
    this.charts.fill("depth", times, [["Waiting", "blue", values("depth"), true]], count, { counted });
    this.charts.fill("flow", times, [["Completed", "green", values("completed"), true], ["Failed", "red", values("failed"), false]], count, { counted });
    this.charts.fill("wait", times, [["Median", "violet", values("median_wait_seconds"), false], ["95 %", "amber", values("p95_wait_seconds"), false]], duration, { counted });
  }

  leave() {
    super.leave();
    this.charts.destroy();
  }

  #tabs() {
    const counts = {
      waiting: this.queue.enabled ? this.queue.queue_depth : this.queue.paused_depth, leased: this.queue.active_leases, held: this.queue.held_count, workers: this.queue.worker_online_count,
    };
    return TABS.map(([id, title]) => ({ id, title, count: counts[id] == null ? null : count(counts[id]) }));
  }

  #policy() {
    return html`<div class="two-columns">
      <div>${policyCard(this.queue)}</div><div>${changesCard(this.changes)}</div></div>`;
  }

  #listed() {
    const filters = this.tab === "workers" ? nothing : this.#filters();
    if (!this.loaded) {
      return html`${filters}<div class="body"><div class="skeleton"></div></div>`;
    }
    if (!this.list.items.length) {
      return html`${filters}${this.list.searching ? nothing : this.#nothing()}${this.list.footer(this)}`;
    }
    return html`${filters}${this.#table()}${this.list.footer(this)}${this.picks.bar()}`;
  }

  #table() {
    if (this.tab === "workers") return this.#workers();
    return this.tab === "leased" ? leaseTable(this.list, this.picks, { holder: this.queue })
      : subjectTable(this.list, this.picks, this.tab, this.queue.enabled ? (item) => this.#claim(item) : null, { holder: this.queue });
  }

  #workers() {
    return html`<div class="table-wrap"><table class="stack"><thead><tr>
      ${this.picks.head()}<th>Worker</th><th>Serving</th><th class="num">Leases</th><th class="num">Heartbeat</th><th>Host</th></tr></thead>
      <tbody>${repeat(this.list.items, (worker) => worker.worker_euid, (worker, i) => html`<tr data-worker=${worker.worker_euid} class=${this.picks.look(worker)}>
        ${this.picks.box(worker, i)}
        <td class="name">${workerLink(worker.worker_euid, worker.display_name || worker.worker_key)}<span class="sub"><span class="euid">${worker.worker_euid}</span></span></td>
        <td data-label="Serving">${worker.serving
          ? html`<span class="badge green">${icon("check")}requests or holds ${many(this.queue)} of this queue</span>`
          : html`<span class="badge grey">${icon("dots")}eligible, no request for two minutes</span>`}</td>
        <td class="num" data-label="Leases"><a href="/workers/${part(worker.worker_euid)}">${count(worker.active_leases)} / ${count(worker.max_concurrent_leases)}</a></td>
        <td class="num" data-label="Heartbeat">${fromNow(worker.heartbeat_at)}</td>
        <td data-label="Host" class="break wide">${worker.host ?? "–"}</td>
      </tr>`)}</tbody></table></div>`;
  }

  #nothing() {
    const jobs = many(this.queue);
    if (!Object.values(this.#activeFilter()).some(Boolean)) {
      return empty(this.tab === "workers" ? "No workers" : `No ${jobs}`, this.tab === "waiting" && this.behind ? `No ${jobs} are waiting in this paused queue.` : NOTHING[this.tab](jobs));
    }
    return html`<div class="empty"><strong>No ${jobs}</strong><span>No ${one(this.queue)} matches the filter.</span>
      <button class="button small" type="button" @click=${() => this.#narrow(Object.fromEntries(FILTERS.map((name) => [name, ""])))}>Clear filter</button></div>`;
  }

  #narrow(filter) {
    Object.assign(this.filter, filter);
    this.remember(filter);
    this.#choose();
    this.refresh();
  }

  #filters() {
    const changed = (name) => (event) => this.#narrow({ [name]: event.target.value.trim() });
    const states = STATES_OF[this.tab];
    const label = (name) => html`<label for="filter-${name}">${name[0].toUpperCase() + name.slice(1)}</label>`;
    // A visible field stays: it must not disappear while the user clears it. Entries of leases contain no scope.
    const used = SCOPES.filter((name) => this.scopes.has(name) || this.tab === "leased" || this.filter[name] || this.#filterOptions(name).length);
    used.forEach((name) => this.scopes.add(name));
    if (!used.length && !states) {
      return nothing;
    }
    return html`<div class="filters">
      ${used.map((name) => html`<div class="field">${label(name)}
        <input class="input" id="filter-${name}" list="options-${name}" .value=${this.filter[name]} @change=${changed(name)}>
        <datalist id="options-${name}">${this.#filterOptions(name).map((value) => html`<option value=${value}></option>`)}</datalist></div>`)}
      ${states
        ? html`<div class="field">${label("state")}
            <select class="input" id="filter-state" @change=${changed("state")}>${["", ...states].map(
              (state) => html`<option value=${state} .selected=${state === (this.#activeFilter().state ?? "")}>${STATES[state]?.[0] ?? "any"}</option>`)}</select></div>`
        : nothing}</div>`;
  }

  /** Options of the filter: the values that the queue admits, and those in the list. */
  #filterOptions(name) {
    return [...new Set([...(this.queue?.[`${name}_scope`] ?? []), ...this.list.items.map((item) => item[name]).filter(Boolean)])].sort();
  }
}

// Overview of all queues: throughput, stuck work, and the queues that need attention first.
import { html, nothing, repeat, live } from "../lit.js";
import { get, part } from "../api.js";
import { concernsOf, weightOf } from "../attention.js";
import { allQueues } from "../queues.js";
import { count, countIsOld, duration, percent, rate } from "../format.js";
import { Page, SOON_MS } from "../page.js";
import { createQueue } from "../queueacts.js";
import { may } from "../session.js";
import { stopButton } from "../switch.js";
import { spark } from "../parts/spark.js";
import { WholeCharts } from "../parts/wholecharts.js";
import { card, clipped, concernBadge, countedAt, empty, problemNote, serving } from "../parts/text.js";

const COLUMNS = [
  ["attention", "Queue by urgency", (queue, points) => weightOf(queue, points), "name"],
  ["depth", "Waiting", (queue) => queue.queue_depth + queue.paused_depth, "num"],
  ["oldest", "Oldest", (queue) => queue.oldest_job_age_seconds ?? -1, "num"],
  ["leases", "Leased", (queue) => queue.active_leases, "num"],
  ["held", "Held", (queue) => queue.held_count, "num"],
  ["dead", "Dead letters", (queue) => queue.dead_letter_count, "num"],
  ["workers", "Workers", (queue) => queue.worker_serving_count, "num"],
  ["done", "Completed / min", (queue) => queue.throughput_success_per_minute, "num"],
  ["failed", "Failed / min", (queue) => queue.throughput_failure_per_minute, "num"],
];
/** The last hour needs one read per queue. The first rows are read again once a minute, further rows less often. */
const SPARKS = 40;
const SPARK_AGE_MS = 60_000;
const FURTHER_AGE_MS = 300_000;
const AT_ONCE = 4;
/** Time that the table waits for the charts above it, which would push it down; its values matter more. */
const CHARTS_MS = 1000;

export class DashboardPage extends Page {
  title = "Queues";
  queues = [];
  series = new Map();

  constructor(app, _, query) {
    super(app);
    this.sort = query.get("sort") ?? "attention";
    this.up = query.get("dir") === "asc";
    this.text = query.get("filter") ?? "";
    this.whole = new WholeCharts(this, query);
  }

  /** An outdated count is being renewed. */
  get againMs() {
    return this.queues.some(countIsOld) ? SOON_MS : undefined;
  }

  concerns(event) {
    return event.type !== "job_lease_renewed" && event.type !== "job_heartbeat";
  }

  async load() {
    const charts = Promise.race([this.whole.load(), new Promise((late) => setTimeout(late, CHARTS_MS))]);
    [this.queues] = await Promise.all([allQueues(this.signal), charts]);
    this.#sparks();
  }

  drawn() {
    this.whole.drawn();
  }

  leave() {
    super.leave();
    this.whole.destroy();
  }

  async #sparks() {
    const due = this.#rows()
      .filter((queue, i) => !(this.series.get(queue.queue_key)?.at > Date.now() - (i < SPARKS ? SPARK_AGE_MS : FURTHER_AGE_MS)));
    due.forEach((queue) => this.series.set(queue.queue_key, { ...this.series.get(queue.queue_key), at: Date.now() }));
    const next = async () => {
      for (let queue = due.shift(); queue && !this.left; queue = due.shift()) {
        try {
          const series = await get(`queues/${part(queue.queue_key)}/series`, { window: "hour" }, this.signal);
          this.series.set(queue.queue_key, { at: Date.now(), points: series.points });
          this.app.draw();
        } catch {
          // The row shows its other values without it.
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, next));
  }

  #rows() {
    const wanted = this.text.toLowerCase();
    const [, , value] = COLUMNS.find(([id]) => id === this.sort) ?? COLUMNS[0];
    const sign = this.up ? 1 : -1;
    return this.queues
      .filter((queue) => `${queue.queue_key} ${queue.display_name ?? ""}`.toLowerCase().includes(wanted))
      .sort((a, b) => sign * (value(a, this.#points(a)) - value(b, this.#points(b))) || b.queue_depth - a.queue_depth || a.queue_key.localeCompare(b.queue_key));
  }

  /** The last hour of the queue; empty before it was read. */
  #points(queue) {
    return this.series.get(queue.queue_key)?.points;
  }

  #sortBy(id) {
    this.up = this.sort === id ? !this.up : false;
    this.sort = id;
    this.remember({ sort: id === "attention" ? null : id, dir: this.up ? "asc" : null });
  }

  async #create() {
    try {
      await createQueue(this.app, this.queues);
    } catch (problem) {
      if (!problem.code) throw problem;
      this.problem = problem;
      this.app.draw();
    }
  }

  view() {
    return html`<div class="page-head"><h1>Queues</h1><div class="end">${may("administer") && this.loaded
        ? html`<button class="button" type="button" @click=${() => this.#create()}>New queue…</button>` : nothing}${stopButton(this.app)}</div></div>
      <div class="stack-page">
        ${this.problem ? problemNote(this.problem) : nothing}
        ${this.#totals()}
        ${this.whole.view()}
        ${this.#table()}
      </div>`;
  }

  #totals() {
    const sum = (name) => this.queues.reduce((total, queue) => total + (queue[name] ?? 0), 0);
    const oldest = Math.max(-1, ...this.queues.map((queue) => queue.oldest_job_age_seconds ?? -1));
    const dead = this.app.counts.dead ?? sum("dead_letter_count");
    const done = sum("throughput_success_per_minute");
    const failed = sum("throughput_failure_per_minute");
    // Data that was not read yet is not zero.
    const read = (text) => (this.loaded ? text : "–");
    return html`<section class="totals" aria-label="Totals">
      ${total("Waiting", read(count(sum("queue_depth"))), { id: "depth", href: "/work", more: sum("paused_depth") ? `plus ${count(sum("paused_depth"))} paused` : "" })}
      ${total("Oldest wait", oldest < 0 ? "–" : duration(oldest), { href: "/?sort=oldest" })}
      ${total("Leased", read(count(sum("active_leases"))), { id: "leases", href: "/work?tab=leased" })}
      ${total("Held", read(count(sum("held_count"))), { id: "held", href: "/work?tab=held", look: sum("held_count") ? "warn" : "" })}
      ${total("Dead letters", this.app.counts.dead === null ? read(count(dead)) : count(dead), { href: "/dead-letters", look: dead ? "bad" : "" })}
      ${total("Completed / min", read(rate(done)))}
      ${total("Failure rate", read(percent(done + failed === 0 ? 0 : failed / (done + failed))), { look: failed > 0 && failed / (done + failed) >= 0.2 ? "bad" : "" })}
    </section>`;
  }

  #table() {
    const rows = this.#rows();
    const filter = html`<input class="input" type="search" aria-label="Filter queues by name" placeholder="Filter by name"
      .value=${live(this.text)} @input=${(event) => {
        this.text = event.target.value;
        this.remember({ filter: this.text });
      }}>`;
    const body = !this.loaded
      ? html`<div class="body"><div class="skeleton"></div><div class="skeleton"></div><div class="skeleton"></div></div>`
      : rows.length
        ? html`<div class="table-wrap"><table class="stack">
            <thead><tr>
              ${COLUMNS.map(([id, title, , look]) => html`<th class=${look} aria-sort=${this.sort === id ? (this.up ? "ascending" : "descending") : "none"}>
                <button type="button" @click=${() => this.#sortBy(id)}>${title}${this.sort === id ? (this.up ? " ↑" : " ↓") : ""}</button></th>`)}
              <th>Last hour</th>
            </tr></thead>
            <tbody>${repeat(rows, (queue) => queue.queue_key, (queue) => this.#row(queue))}</tbody>
          </table></div>`
        : this.queues.length
          ? empty("No queue matches the filter")
          : empty("No queues yet", may("administer") ? "Create the first one with “New queue”." : "Administrators create queues.");
    const title = html`All queues <span class="ordered" role="status">${this.#order()}</span>`;
    return card(title, body, { end: filter });
  }

  /** The criteria are shown, because urgency is a judgement. */
  #order() {
    if (this.sort === "attention") {
      return this.up ? "sorted by urgency, lowest first" : "sorted by urgency: no workers, long waits, growing backlog, failures";
    }
    const [, title] = COLUMNS.find(([id]) => id === this.sort) ?? COLUMNS[0];
    return `sorted by ${title.toLowerCase()}, ${this.up ? "lowest" : "highest"} first`;
  }

  #row(queue) {
    const points = this.#points(queue);
    const at = (tab) => `/queues/${part(queue.queue_key)}${tab ? `?tab=${tab}` : ""}`;
    return html`<tr data-queue=${queue.queue_key}>
      <td class="name">
        <a class="clip" title=${queue.display_name || queue.queue_key} href="/queues/${part(queue.queue_key)}"><strong>${queue.display_name || queue.queue_key}</strong></a>
        <span class="sub">${clipped(queue.queue_key)}${countedAt(queue)}
          ${queue.operator_visible ? nothing : html`<span class="badge grey" data-hidden>hidden from operators</span>`}
          ${concernsOf(queue, points).filter((concern) => !concern.figure).map((concern) => concernBadge(queue, concern))}</span>
      </td>
      <td class="num${quiet(queue.queue_depth + queue.paused_depth)}" data-label="Waiting" data-figure="depth">${queue.enabled ? leads(queue.queue_depth, at()) : behind(queue, at())}</td>
      <td class="num nowrap" data-label="Oldest">${duration(queue.oldest_job_age_seconds)}</td>
      <td class="num${quiet(queue.active_leases)}" data-label="Leased" data-figure="leases">${leads(queue.active_leases, at("leased"))}</td>
      <td class="num${quiet(queue.held_count)}" data-label="Held">${leads(queue.held_count, at("held"))}</td>
      <td class="num${quiet(queue.dead_letter_count)}" data-label="Dead letters">${leads(queue.dead_letter_count, `/dead-letters?queue=${part(queue.queue_key)}`)}</td>
      <td class="num nowrap${quiet(queue.worker_online_count)}" data-label="Workers" data-figure="workers">${serving(queue)}</td>
      <td class="num${quiet(queue.throughput_success_per_minute)}" data-label="Completed / min">${rate(queue.throughput_success_per_minute)}</td>
      <td class="num${quiet(queue.throughput_failure_per_minute)}" data-label="Failed / min">${rate(queue.throughput_failure_per_minute)}</td>
      <td>${points ? spark(points, "Completed and failed per minute over the last hour") : nothing}</td>
    </tr>`;
  }
}

/** A count links to the list of its jobs. */
const leads = (value, href) => (value ? html`<a href=${href}>${count(value)}</a>` : count(value));

/** Jobs of a paused queue cannot be claimed but still wait. */
const behind = (queue, href) => html`${leads(queue.paused_depth, href)}<span class="sub">paused</span>`;

/** A zero has no link. */
const quiet = (value) => (value ? "" : " muted");

function total(name, value, { href, look = "", id = "", more = "" } = {}) {
  const inner = html`<span class="k">${name}</span><span class="v ${look}" data-total=${id || nothing}>${value}</span>${more ? html`<span class="small muted nowrap" data-more>${more}</span>` : nothing}`;
  return href ? html`<a class="total" href=${href}>${inner}</a>` : html`<div class="total">${inner}</div>`;
}

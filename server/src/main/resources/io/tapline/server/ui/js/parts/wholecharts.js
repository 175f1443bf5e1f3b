// All queues and workers together over an hour, a day or a week, including the current minute.
import { html, nothing } from "../lit.js";
import { get } from "../api.js";
import { clock, count, day, duration, percent, took } from "../format.js";
import { Charts, loadCharts } from "./chart.js";
import { card } from "./text.js";

const WINDOWS = [["hour", "Hour"], ["day", "Day"], ["week", "Week"]];
const AGE_MS = 30_000;
const STEP_WORDS = { hour: "the current minute", day: "the current quarter-hour", week: "the current two hours" };

export class WholeCharts {
  #charts = new Charts();
  #points = null;
  #of = null;
  #at = 0;

  constructor(page, query) {
    this.page = page;
    this.window = WINDOWS.some(([id]) => id === query.get("window")) ? query.get("window") : "hour";
  }

  async load() {
    if (this.#of === this.window && Date.now() - this.#at < AGE_MS) {
      return;
    }
    const window = this.window;
    try {
      const [series] = await Promise.all([get("series", { window }, this.page.signal), loadCharts()]);
      if (window === this.window) {
        [this.#points, this.#of, this.#at] = [series.points, window, Date.now()];
        this.page.app.draw();
      }
    } catch (problem) {
      if (!problem.code) throw problem;
    }
  }

  #choose(id) {
    this.window = id;
    this.page.remember({ window: id === "hour" ? null : id });
    this.page.refresh();
  }

  view() {
    if (!this.#points) {
      return nothing;
    }
    const last = this.#points.at(-1);
    const end = html`<span class="segmented" role="group" aria-label="Period">${WINDOWS.map(
      ([id, text]) => html`<button type="button" aria-pressed=${this.window === id} @click=${() => this.#choose(id)}>${text}</button>`)}</span>`;
    const sum = (name) => this.#points.reduce((total, point) => total + (point[name] ?? 0), 0);
    return html`<div class="whole">${card(html`Trends <span class="ordered" data-window=${this.#of}>all queues, last ${this.#of}: ${count(sum("completed"))} completed, ${count(sum("failed"))} failed</span>`,
      html`<div class="body"><div class="charts">
        ${this.#charts.frame("whole-flow", "Completed and failed", `${count(last.completed)} completed, ${count(last.failed)} failed in ${STEP_WORDS[this.#of]}`)}
        ${this.#charts.frame("whole-depth", "Waiting", `${count(last.depth)} now`)}
        ${this.#charts.frame("whole-run", "Run time", `median ${took(last.median_run_seconds)}, 95 % within ${took(last.p95_run_seconds)}`, this.#points.some((point) => point.median_run_seconds != null) ? null : "No started job ended in this period.")}
        ${this.#charts.frame("whole-use", "Worker utilisation", `${percent(last.utilisation)} of the lease slots of ${count(last.workers_online)} online workers`)}
      </div></div>`, { end })}</div>`;
  }

  drawn() {
    if (!this.#points) {
      return;
    }
    const times = this.#points.map((point) => point.at);
    const values = (name) => this.#points.map((point) => point[name]);
    const counted = values("depth");
    const stamp = this.#of === "week" ? (iso) => day(iso).slice(0, 3) : (iso) => clock(iso).replace(/:\d\d(?=\D*$)/, "");
    this.#charts.fill("whole-flow", times, [["Completed", "green", values("completed"), true], ["Failed", "red", values("failed"), false]], count, { stamp, counted });
    this.#charts.fill("whole-depth", times, [["Waiting", "blue", values("depth"), true]], count, { stamp, counted });
    this.#charts.fill("whole-run", times, [["Median", "violet", values("median_run_seconds"), false], ["95 %", "amber", values("p95_run_seconds"), false]], brief, { stamp, counted, whole: false });
    this.#charts.fill("whole-use", times, [["Busy", "cyan", values("utilisation"), true]], percent, { stamp, most: 1, counted, whole: false });
  }

  destroy() {
    this.#charts.destroy();
  }
}

const brief = (seconds) => (seconds === 0 ? "0s" : seconds < 9.95 ? took(seconds) : duration(seconds));

// Charts over time with Chart.js, in the colours of the theme.
import { html } from "../lit.js";
import { clock, utc } from "../format.js";

const FEW = 3;

let library;

export async function loadCharts() {
  if (!library) {
    await import("../../lib/chart.js/dist/chart.umd.min.js");
    library = globalThis.Chart;
  }
}

/** A canvas does not support light-dark(): the browser resolves it on an element first. */
function resolved(name) {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

export class Charts {
  #drawn = new Map();

  /**
   * The frame of one chart; {@link fill} draws it once it is on the page.
   * @param none text that is shown without data
   */
  frame(id, title, summary, none = null) {
    return none
      ? html`<figure class="chart"><figcaption><h3>${title}</h3></figcaption><p class="canvas muted small" data-none=${id}>${none}</p></figure>`
      : html`<figure class="chart"><figcaption><h3>${title}</h3></figcaption>
      <div class="canvas"><canvas id="chart-${id}" role="img" aria-label="${title}: ${summary}"></canvas></div></figure>`;
  }

  /**
   * Lines over the times; each is [label, colour, values, filled]. stamp: formats a time; most: minimum of the scale; whole:
   * only whole numbers; counted: values are null without a measurement, for example while the server was down, and the line has
   * a gap there.
   */
  fill(id, times, lines, unit, { stamp = hourMinute, most, counted = [], whole = true } = {}) {
    const canvas = document.getElementById(`chart-${id}`);
    if (!library || !canvas) {
      return;
    }
    const datasets = lines.map(([label, name, values, filled]) => ({
      label,
      data: values,
      borderColor: resolved(name),
      backgroundColor: resolved(`${name}-soft`),
      fill: filled ? "origin" : false,
      borderWidth: 1.6,
      // A line of one point would be invisible.
      pointRadius: values.filter((value) => value != null).length < FEW ? 3 : 0,
      pointHitRadius: 12,
      tension: 0.25,
      spanGaps: true,
      segment: { borderColor: hideGap(counted), backgroundColor: hideGap(counted) },
    }));
    const drawn = this.#drawn.get(id);
    if (drawn && drawn.canvas === canvas) {
      drawn.data.labels = times;
      drawn.data.datasets = datasets;
      drawn.options = options(unit, stamp, most, whole);
      drawn.update("none");
      return;
    }
    drawn?.destroy();
    this.#drawn.set(id, new library(canvas, { type: "line", data: { labels: times, datasets }, options: options(unit, stamp, most, whole) }));
  }

  destroy() {
    this.#drawn.forEach((chart) => chart.destroy());
    this.#drawn.clear();
  }
}

/** Hides the segment of a line across a gap in the data. */
const hideGap = (counted) => ({ p0DataIndex: from, p1DataIndex: to }) =>
  counted.slice(from + 1, to).some((value) => value == null) ? "transparent" : undefined;

const hourMinute = (iso) => clock(iso).replace(/:\d\d(?=\D*$)/, "");

function options(unit, stamp, most, whole) {
  const text = resolved("text-3");
  const line = resolved("line");
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: "index", intersect: false },
    plugins: {
      legend: { display: true, position: "top", align: "end", labels: { color: text, boxWidth: 10, boxHeight: 2 } },
      tooltip: { callbacks: { title: ([point]) => utc(point.label), label: (point) => `${point.dataset.label}: ${unit(point.parsed.y)}` } },
    },
    scales: {
      x: { grid: { display: false }, border: { color: line }, ticks: { color: text, maxTicksLimit: 5, maxRotation: 0, callback(value) { return stamp(this.getLabelForValue(value)); } } },
      y: { beginAtZero: true, suggestedMax: most, border: { display: false }, grid: { color: line }, ticks: { color: text, maxTicksLimit: 5, precision: whole ? 0 : undefined, callback: (value) => unit(value) } },
    },
  };
}

import { html, svg, nothing } from "../lit.js";

const WIDTH = 96;
const HEIGHT = 26;

/** Intervals with measurements; while the server was down there are none, and nothing is drawn. */
function stretches(points) {
  const all = [];
  points.forEach((point, i) => {
    if (point.depth == null) {
      return;
    }
    if (i === 0 || points[i - 1].depth == null) {
      all.push([]);
    }
    all.at(-1).push(i);
  });
  return all;
}

/**
 * A small line of completions and failures, minute by minute. The values are also shown beside it.
 * @param points the last hour of a queue; without a depth where there was no measurement
 */
export function spark(points, label) {
  const measured = stretches(points);
  if (!measured.length) {
    return nothing;
  }
  const step = WIDTH / Math.max(1, points.length - 1);
  const most = Math.max(1, ...points.flatMap((point) => [point.completed ?? 0, point.failed ?? 0]));
  const x = (i) => (i * step).toFixed(1);
  const y = (value) => (HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1);
  // An interval of one minute is a dot: a line to its own position.
  const line = (name) => (stretch) => stretch.map((i, at) => `${at ? "L" : "M"}${x(i)},${y(points[i][name] ?? 0)}`).join("") + (stretch.length === 1 ? "h0.6" : "");
  const area = (stretch) => `${line("completed")(stretch)}L${x(stretch.at(-1))},${HEIGHT}L${x(stretch[0])},${HEIGHT}Z`;
  // Without failures there is no line.
  const failures = measured.flatMap((stretch) => stretch.filter((i) => points[i].failed > 0 || points[i - 1]?.failed > 0)
    .map((i) => (i === stretch[0] ? `M${x(i)},${y(points[i].failed)}h0.6` : `M${x(i - 1)},${y(points[i - 1].failed)}L${x(i)},${y(points[i].failed)}`)));
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<path class="area" d=${measured.map(area).join("")}></path><path class="done" d=${measured.map(line("completed")).join("")}></path>
    ${failures.length ? svg`<path class="fail" d=${failures.join("")}></path>` : nothing}`}
  </svg>`;
}

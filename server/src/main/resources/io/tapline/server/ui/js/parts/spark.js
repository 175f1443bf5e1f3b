import { html, svg, nothing } from "../lit.js";

const WIDTH = 96;
const HEIGHT = 26;

/** Stretches of minutes in which somebody looked; while the server was down nothing is known, and nothing is drawn. */
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
 * A line no larger than a word: what was done, and what failed, minute by minute. The figures beside it say it too.
 *
 * @param points of a queue's last hour; without a depth where nobody looked
 */
export function spark(points, label) {
  const seen = stretches(points);
  if (!seen.length) {
    return nothing;
  }
  const step = WIDTH / Math.max(1, points.length - 1);
  const most = Math.max(1, ...points.flatMap((point) => [point.completed ?? 0, point.failed ?? 0]));
  const x = (i) => (i * step).toFixed(1);
  const y = (value) => (HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1);
  // A stretch of one minute is a dot: a line to where it is.
  const line = (name) => (stretch) => stretch.map((i, at) => `${at ? "L" : "M"}${x(i)},${y(points[i][name] ?? 0)}`).join("") + (stretch.length === 1 ? "h0.6" : "");
  const area = (stretch) => `${line("completed")(stretch)}L${x(stretch.at(-1))},${HEIGHT}L${x(stretch[0])},${HEIGHT}Z`;
  // Where nothing failed and nothing had, there is no line.
  const failures = seen.flatMap((stretch) => stretch.filter((i) => points[i].failed > 0 || points[i - 1]?.failed > 0)
    .map((i) => (i === stretch[0] ? `M${x(i)},${y(points[i].failed)}h0.6` : `M${x(i - 1)},${y(points[i - 1].failed)}L${x(i)},${y(points[i].failed)}`)));
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<path class="area" d=${seen.map(area).join("")}></path><path class="done" d=${seen.map(line("completed")).join("")}></path>
    ${failures.length ? svg`<path class="fail" d=${failures.join("")}></path>` : nothing}`}
  </svg>`;
}

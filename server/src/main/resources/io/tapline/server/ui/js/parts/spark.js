import { html, svg, nothing } from "../lit.js";

const WIDTH = 96;
const HEIGHT = 26;

/** With gaps: where nothing was and nothing had been, there is no line. */
function path(values, most, gaps = false) {
  const step = WIDTH / Math.max(1, values.length - 1);
  const from = (value, i) => (i === 0 || (gaps && value === 0 && values[i - 1] === 0) ? "M" : "L");
  return values.map((value, i) => `${from(value, i)}${(i * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`).join("");
}

/** A line no larger than a word: what was done, and what failed. The figures beside it say it too. */
export function spark(completed, failed, label) {
  if (!completed?.length) {
    return nothing;
  }
  const most = Math.max(1, ...completed, ...failed);
  const line = path(completed, most);
  return html`<svg class="spark" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<path class="area" d="${line}L${WIDTH},${HEIGHT}L0,${HEIGHT}Z"></path><path d=${line}></path>
    ${failed.some((value) => value > 0) ? svg`<path class="fail" d=${path(failed, most, true)}></path>` : nothing}`}
  </svg>`;
}

import { svg, html } from "../lit.js";

const PATHS = {
  queue: "M3 5h18M3 12h18M3 19h12",
  flow: "M4 5h5v4H4zM15 5h5v4h-5zM15 15h5v4h-5zM9 7h6M12 7v10h3",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M20 20l-4-4",
  worker: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 20c1-4 4-6 8-6s7 2 8 6",
  letter: "M3 6h18v12H3zM3 7l9 7 9-7",
  hand: "M8 12V6a1.5 1.5 0 0 1 3 0v5V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8a6 6 0 0 1-11 3l-2-4a1.6 1.6 0 0 1 3-1z",
  activity: "M3 12h4l3-8 4 16 3-8h4",
  check: "M5 13l4 4L19 7",
  cross: "M6 6l12 12M18 6L6 18",
  retry: "M20 11a8 8 0 1 0-2 6M20 5v6h-6",
  bolt: "M13 3L5 14h6l-1 7 8-11h-6z",
  play: "M7 5l11 7-11 7z",
  stop: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M6.5 6.5l11 11",
  clock: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v5l3 2",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  dots: "M6 12h.01M12 12h.01M18 12h.01",
  warn: "M12 4L2.5 20h19zM12 10v4M12 17h.01",
  info: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 11v5M12 8h.01",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  screen: "M4 5h16v11H4zM9 20h6M12 16v4",
  leave: "M10 5H4v14h6M14 8l4 4-4 4M18 12H9",
  down: "M12 4v12M7 11l5 5 5-5M5 20h14",
  edit: "M4 20h4L19 9l-4-4L4 16z",
};

/** An icon; the text beside it has the meaning, so screen readers skip it. */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${svg`<path d=${PATHS[name]}></path>`}</svg>`;
}

// A graph in a frame that can be fitted, zoomed and moved: by buttons, keys, wheel and mouse.
import { html, svg, nothing } from "../lit.js";
import { curve, laidOut } from "./graph.js";

const STEP = 1.25;
const [LEAST, MOST] = [0.04, 2.5];
/** Distance between levels. */
const APART = 52;
/** A few boxes are shown in readable size, even if not all are visible; many are shown completely. */
const [FEW, READABLE] = [40, 0.8];
/** Below this scale text is unreadable: larger colour areas replace it. */
const FAR = 0.55;

export class GraphView {
  /** Null: fits the frame. */
  #scale = null;
  #chosen = false;
  #plan = null;
  #key = null;

  constructor(app) {
    this.app = app;
  }

  /** The layout is computed only when jobs or edges change: a change of state moves nothing. */
  #lay(width, height, nodes, edges) {
    const key = JSON.stringify([width, height, nodes.map((one) => one.id), edges.map((edge) => [edge.parent, edge.child])]);
    if (key !== this.#key) {
      const plan = laidOut({ width, height, nodes, edges, apart: APART });
      if (plan) {
        [this.#plan, this.#key] = [plan, key];
        [this.#scale, this.#chosen] = [null, false];
      }
    }
    return this.#plan;
  }

  /**
   * label, width and height of a node, nodes [{id, node}], edges [{parent, child, title, look}], box: draws ({x, y, node}),
   * tools: beside the buttons.
   */
  view({ label, width, height, nodes, edges, box, tools = nothing }) {
    const plan = this.#lay(width, height, nodes, edges);
    if (!plan) {
      return nothing;
    }
    const now = new Map(nodes.map((one) => [one.id, one.node]));
    const look = new Map(edges.map((edge) => [`${edge.parent} ${edge.child}`, edge]));
    return html`<div class="graph-tools">
        ${tools}
        <span class="segmented" role="group" aria-label="Zoom">
          <button type="button" aria-label="Zoom out" @click=${() => this.#zoom(1 / STEP)}>−</button>
          <button type="button" data-scale title="Original size" @click=${() => this.#zoom(1 / this.#shown())}>100 %</button>
          <button type="button" aria-label="Zoom in" @click=${() => this.#zoom(STEP)}>+</button>
          <button type="button" data-fit title="Fit the graph to the frame" @click=${() => this.#fit()}>Fit</button>
        </span>
      </div>
      <div class="graph zoomed" tabindex="0" role="group" aria-label=${label}
        @keydown=${(event) => this.#pressed(event)} @wheel=${(event) => this.#wheel(event)} @pointerdown=${(event) => this.#grab(event)}>
        <svg viewBox="0 0 ${plan.width} ${plan.height}">
          ${plan.edges.map(({ parent, child, points }) => {
            const edge = look.get(`${parent} ${child}`);
            return svg`<path class="edge ${edge?.look ?? ""}" d=${curve(points)}><title>${edge?.title ?? ""}</title></path>`;
          })}
          ${plan.nodes.map(({ id, x, y }) => (now.has(id) ? box({ x, y, node: now.get(id) }) : nothing))}
        </svg>
      </div>`;
  }

  #frame() {
    return document.querySelector(".graph.zoomed");
  }

  #shown() {
    const fitting = this.#fitting();
    return this.#scale ?? (this.#chosen || this.#plan.nodes.length > FEW ? fitting : Math.max(fitting, READABLE));
  }

  #fitting() {
    const frame = this.#frame();
    const wide = (frame.clientWidth - 2) / this.#plan.width;
    const high = Math.min(window.innerHeight * 0.62 - 4, 618) / this.#plan.height;
    return Math.min(1, Math.max(LEAST, Math.min(wide, high)));
  }

  #fit() {
    [this.#scale, this.#chosen] = [null, true];
    this.drawn();
  }

  /** Zooms by a factor around a point of the frame, by default its centre. */
  #zoom(factor, at = null) {
    const frame = this.#frame();
    const before = this.#shown();
    const after = Math.min(MOST, Math.max(LEAST, before * factor));
    const [x, y] = at ?? [frame.clientWidth / 2, frame.clientHeight / 2];
    const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
    this.#scale = after;
    this.drawn();
    frame.scrollLeft = left * after - x;
    frame.scrollTop = top * after - y;
  }

  #pressed(event) {
    const does = { "+": () => this.#zoom(STEP), "=": () => this.#zoom(STEP), "-": () => this.#zoom(1 / STEP), 0: () => this.#fit() }[event.key];
    if (does && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      does();
    }
  }

  /** The wheel without a modifier scrolls the page. */
  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const { left, top } = this.#frame().getBoundingClientRect();
      this.#zoom(event.deltaY < 0 ? STEP : 1 / STEP, [event.clientX - left, event.clientY - top]);
    }
  }

  /** The browser handles touch scrolling. */
  #grab(event) {
    if (event.pointerType !== "mouse" || event.button !== 0 || event.target.closest("a")) {
      return;
    }
    const frame = this.#frame();
    const from = [frame.scrollLeft + event.clientX, frame.scrollTop + event.clientY];
    const move = (now) => {
      frame.scrollLeft = from[0] - now.clientX;
      frame.scrollTop = from[1] - now.clientY;
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      frame.classList.remove("moving");
    };
    frame.classList.add("moving");
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
    event.preventDefault();
    frame.focus({ preventScroll: true });
  }

  /** Called when the graph is on the page: its size depends on the frame. */
  drawn() {
    const frame = this.#frame();
    if (!frame || !this.#plan) {
      return;
    }
    const scale = this.#shown();
    const drawing = frame.querySelector("svg");
    drawing.setAttribute("width", this.#plan.width * scale);
    drawing.setAttribute("height", this.#plan.height * scale);
    frame.classList.toggle("far", scale < FAR);
    frame.dataset.scale = scale.toFixed(3);
    document.querySelector("[data-scale]").textContent = `${Math.round(scale * 100)} %`;
    document.querySelector("[data-fit]").setAttribute("aria-pressed", scale === this.#fitting());
  }
}

// A graph from left to right, laid out by dagre and drawn here, so that its nodes are links that a keyboard and a screen reader can
// reach.
import { html, svg, nothing } from "../lit.js";

let dagre;

export async function loadLayout() {
  dagre ??= await import("../../lib/dagre/dagre.esm.js");
}

/**
 * label   what the whole is called
 * width, height of a node
 * nodes   [{id, node}], edges [{parent, child, title}]
 * box     draws a node from ({x, y, node})
 */
export function layered({ label, width, height, nodes, edges, box }) {
  if (!dagre) {
    return nothing;
  }
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 84, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach(({ id, node }) => graph.setNode(id, { width, height, node }));
  edges
    .filter((edge) => graph.hasNode(edge.parent) && graph.hasNode(edge.child))
    .forEach((edge) => graph.setEdge(edge.parent, edge.child, { title: edge.title }, edge.title));
  dagre.layout(graph);
  const whole = graph.graph();
  return html`<div class="graph" tabindex="0" role="group" aria-label=${label}>
    <svg width=${whole.width} height=${whole.height} viewBox="0 0 ${whole.width} ${whole.height}">
      ${graph.edges().map((key) => {
        const edge = graph.edge(key);
        return svg`<path class="edge" d=${curve(edge.points)}><title>${edge.title}</title></path>`;
      })}
      ${graph.nodes().map((id) => box(graph.node(id)))}
    </svg>
  </div>`;
}

/** A graph that is larger than its place shows first what it is about; after that it stays where people moved it. */
export function showSelf() {
  const graph = document.querySelector(".graph");
  const self = graph?.querySelector("a.self");
  if (!self || graph.dataset.shown === self.getAttribute("href")) {
    return;
  }
  graph.dataset.shown = self.getAttribute("href");
  const [node, frame] = [self.getBoundingClientRect(), graph.getBoundingClientRect()];
  graph.scrollLeft += node.left - frame.left - (frame.width - node.width) / 2;
  graph.scrollTop += node.top - frame.top - (frame.height - node.height) / 2;
}

/** From left to right without corners. */
function curve([first, ...rest]) {
  let last = first;
  return `M${first.x},${first.y}` + rest.map((point) => {
    const middle = (last.x + point.x) / 2;
    const piece = `C${middle},${last.y} ${middle},${point.y} ${point.x},${point.y}`;
    last = point;
    return piece;
  }).join("");
}

export const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

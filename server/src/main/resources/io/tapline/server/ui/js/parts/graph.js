// A graph from left to right with the layout of dagre, drawn as links, so that keyboards and screen readers can reach its nodes.
import { html, svg, nothing } from "../lit.js";

let dagre;

export async function loadLayout() {
  dagre ??= await import("../../lib/dagre/dagre.esm.js");
}

/**
 * Positions of nodes of one size and of edges: { width, height, nodes: [{id, x, y}], edges: [{parent, child, points}] }; null
 * before dagre is loaded.
 */
export function laidOut({ width, height, nodes, edges, apart = 84 }) {
  if (!dagre) {
    return null;
  }
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: apart, ranker: nodes.length > 100 ? "tight-tree" : "network-simplex", marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach(({ id }) => graph.setNode(id, { width, height }));
  edges
    .filter((edge) => graph.hasNode(edge.parent) && graph.hasNode(edge.child))
    .forEach((edge) => graph.setEdge(edge.parent, edge.child, { title: edge.title }, edge.title));
  dagre.layout(graph);
  const whole = graph.graph();
  return {
    width: whole.width,
    height: whole.height,
    nodes: graph.nodes().map((id) => ({ id, x: graph.node(id).x, y: graph.node(id).y })),
    edges: graph.edges().map((key) => ({ parent: key.v, child: key.w, title: graph.edge(key).title, points: graph.edge(key).points })),
  };
}

/**
 * Draws a graph.
 * label   accessible name of the graph
 * width, height of a node
 * nodes   [{id, node}], edges [{parent, child, title}]
 * box     draws a node from ({x, y, node})
 */
export function layered({ label, width, height, nodes, edges, box }) {
  const plan = laidOut({ width, height, nodes, edges });
  if (!plan) {
    return nothing;
  }
  const about = new Map(nodes.map(({ id, node }) => [id, node]));
  return html`<div class="graph" tabindex="0" role="group" aria-label=${label}>
    <svg width=${plan.width} height=${plan.height} viewBox="0 0 ${plan.width} ${plan.height}">
      ${plan.edges.map((edge) => svg`<path class="edge" d=${curve(edge.points)}><title>${edge.title}</title></path>`)}
      ${plan.nodes.map(({ id, x, y }) => box({ x, y, node: about.get(id) }))}
    </svg>
  </div>`;
}

/** Scrolls a large graph to its main node once; afterwards the position of the user stays. */
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

/** A smooth line from left to right. */
export function curve([first, ...rest]) {
  let last = first;
  return `M${first.x},${first.y}` + rest.map((point) => {
    const middle = (last.x + point.x) / 2;
    const piece = `C${middle},${last.y} ${middle},${point.y} ${point.x},${point.y}`;
    last = point;
    return piece;
  }).join("");
}

export const shorten = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

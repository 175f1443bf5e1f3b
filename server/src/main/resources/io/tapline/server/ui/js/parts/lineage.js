// Where a subject comes from and what came of it, as a graph to click through. Laid out by dagre, drawn here, so that its
// nodes are links that a keyboard and a screen reader can reach.
import { html, svg, nothing } from "../lit.js";
import { part } from "../api.js";
import { kind } from "../format.js";

const WIDTH = 150;
const HEIGHT = 42;

let dagre;

export async function loadLayout() {
  if (!dagre) {
    await import("../../lib/dagre/dist/dagre.min.js");
    dagre = globalThis.dagre;
  }
}

function href(node) {
  const code = node.template_code ?? "";
  if (code.startsWith("actor/system/worker/")) return `/workers/${part(node.euid)}`;
  if (node.kind === "subject") return `/subjects/${part(node.euid)}`;
  return `/search?q=${part(node.euid)}`;
}

export function lineageGraph({ nodes, edges }, self) {
  if (!dagre || nodes.length < 2) {
    return nothing;
  }
  const graph = new dagre.graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 84, marginx: 12, marginy: 12 });
  graph.setDefaultEdgeLabel(() => ({}));
  nodes.forEach((node) => graph.setNode(node.euid, { width: WIDTH, height: HEIGHT, node }));
  edges
    .filter((edge) => graph.hasNode(edge.parent) && graph.hasNode(edge.child))
    .forEach((edge) => graph.setEdge(edge.parent, edge.child, { relationship: edge.relationship }, edge.relationship));
  dagre.layout(graph);
  const { width, height } = graph.graph();
  return html`<div class="graph" tabindex="0" role="group" aria-label="Lineage graph">
    <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}">
      ${graph.edges().map((key) => {
        const edge = graph.edge(key);
        return svg`<path class="edge" d=${curve(edge.points)}><title>${edge.relationship}</title></path>`;
      })}
      ${graph.nodes().map((id) => box(graph.node(id), self))}
    </svg>
  </div>`;
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

function box({ x, y, node }, self) {
  const name = node.name || node.euid;
  const shown = name.length > 20 ? `${name.slice(0, 19)}…` : name;
  return svg`<a href=${href(node)} class=${node.euid === self ? "self" : ""} aria-label="${kind(node.template_code)} ${name}">
    <g transform="translate(${x - WIDTH / 2},${y - HEIGHT / 2})">
      <title>${name} · ${node.euid} · ${node.template_code}</title>
      <rect width=${WIDTH} height=${HEIGHT} rx="6"></rect>
      <text class="kind" x="10" y="16">${kind(node.template_code)}</text>
      <text class="id" x="10" y="32">${shown}</text>
    </g></a>`;
}

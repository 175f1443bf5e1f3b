// Parents and children of a job, as a graph of links.
import { svg, nothing } from "../lit.js";
import { part } from "../api.js";
import { kind } from "../format.js";
import { layered, shorten } from "./graph.js";

export { loadLayout, showSelf } from "./graph.js";

const WIDTH = 150;
const HEIGHT = 42;

function href(node) {
  const code = node.template_code ?? "";
  if (code.startsWith("actor/system/worker/")) return `/workers/${part(node.euid)}`;
  if (code.startsWith("data/execution/workflow/")) return `/workflows/${part(node.euid)}`;
  if (node.kind === "subject") return `/subjects/${part(node.euid)}`;
  return `/search?q=${part(node.euid)}`;
}

export function lineageGraph({ nodes, edges }, self) {
  if (nodes.length < 2) {
    return nothing;
  }
  return layered({
    label: "Lineage graph",
    width: WIDTH,
    height: HEIGHT,
    nodes: nodes.map((node) => ({ id: node.euid, node })),
    edges: edges.map((edge) => ({ ...edge, title: edge.relationship })),
    box: (placed) => box(placed, self),
  });
}

function box({ x, y, node }, self) {
  const name = node.name || node.euid;
  return svg`<a href=${href(node)} class=${node.euid === self ? "self" : ""} aria-label="${kind(node.template_code)} ${name}">
    <g transform="translate(${x - WIDTH / 2},${y - HEIGHT / 2})">
      <title>${name} · ${node.euid} · ${node.template_code}</title>
      <rect width=${WIDTH} height=${HEIGHT} rx="6"></rect>
      <text class="kind" x="10" y="16">${kind(node.template_code)}</text>
      <text class="id" x="10" y="32">${shorten(name, 20)}</text>
    </g></a>`;
}

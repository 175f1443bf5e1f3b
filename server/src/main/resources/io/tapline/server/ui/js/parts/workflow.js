// The jobs of a workflow as a graph: who waits for whom, and how each stands now.
import { svg } from "../lit.js";
import { part } from "../api.js";
import { jobWords } from "../words.js";
import { layered, shorten } from "./graph.js";

const WIDTH = 176;
const HEIGHT = 58;

const MEANS = { fail: "fails with it", continue: "goes on without it", wait: "waits for it" };

export function workflowGraph({ jobs, edges }) {
  return layered({
    label: "Workflow graph",
    width: WIDTH,
    height: HEIGHT,
    nodes: jobs.map((job) => ({ id: job.job_id, node: job })),
    edges: edges.map((edge) => ({ ...edge, title: MEANS[edge.on_failure] ?? edge.on_failure })),
    box,
  });
}

function box({ x, y, node: job }) {
  const name = job.name || job.job_id;
  const [word, colour] = jobWords(job);
  return svg`<a href="/subjects/${part(job.job_id)}" class="job ${colour}" data-job=${job.job_id} data-status=${job.status}
      aria-label="${job.kind} ${name}: ${word}">
    <g transform="translate(${x - WIDTH / 2},${y - HEIGHT / 2})">
      <title>${name} · ${job.job_id} · ${word}</title>
      <rect width=${WIDTH} height=${HEIGHT} rx="6"></rect>
      <rect class="mark" width="5" height=${HEIGHT} rx="2"></rect>
      <text class="kind" x="14" y="17">${shorten(job.kind ?? "", 26)}</text>
      <text class="id" x="14" y="33">${shorten(name, 21)}</text>
      <text class="status" x="14" y="49">${word}</text>
    </g></a>`;
}

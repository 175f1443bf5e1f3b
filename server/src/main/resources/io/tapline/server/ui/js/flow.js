// Derived data of a workflow: the duration of each job, the critical path, and jobs that are the same step. Pure functions.

const time = (iso) => (iso ? Date.parse(iso) : null);

/** Seconds that a job ran, until now if it still runs; null before its start. */
export function ranFor(job, now) {
  const from = time(job.started_at);
  if (from == null) {
    return null;
  }
  return Math.max(0, ((time(job.finished_at) ?? now) - from) / 1000);
}

const endOf = (job, now) => (job.started_at ? time(job.finished_at) ?? now : null);

const parentsOf = (edges) => {
  const parents = new Map();
  edges.forEach(({ parent, child }) => parents.set(child, [...(parents.get(child) ?? []), parent]));
  return parents;
};

export const edgeKey = (parent, child) => `${parent} ${child}`;

/**
 * The critical path: the chain of jobs that decided when the workflow ended, or that it waits for now, from the job that ended
 * last, or still runs, back to the predecessor that ended last, and so on. { jobs: Set of ids, edges: Set of keys, seconds } or
 * null before the first start.
 */
export function criticalPath(jobs, edges, now) {
  const byId = new Map(jobs.map((job) => [job.job_id, job]));
  const parents = parentsOf(edges);
  const latest = (some) => some.reduce((best, job) => {
    const end = job && endOf(job, now);
    return end != null && (!best || end > endOf(best, now)) ? job : best;
  }, null);
  let job = latest(jobs);
  if (!job) {
    return null;
  }
  const path = { jobs: new Set(), edges: new Set(), seconds: 0 };
  const end = endOf(job, now);
  while (job) {
    path.jobs.add(job.job_id);
    path.seconds = (end - time(job.started_at)) / 1000;
    const before = latest((parents.get(job.job_id) ?? []).map((id) => byId.get(id)));
    if (before) {
      path.edges.add(edgeKey(before.job_id, job.job_id));
    }
    job = before;
  }
  return path;
}

/** Orders jobs so that dependencies come first. */
function inOrder(jobs, parents) {
  const [order, placed] = [[], new Set()];
  let rest = jobs;
  while (rest.length) {
    const known = new Set(rest.map((job) => job.job_id));
    const free = rest.filter((job) => (parents.get(job.job_id) ?? []).every((id) => placed.has(id) || !known.has(id)));
    const next = free.length ? free : rest;
    next.forEach((job) => placed.add(job.job_id));
    order.push(...next);
    rest = rest.filter((job) => !placed.has(job.job_id));
  }
  return order;
}

const MOST_STEPS = 40;

/** align-001 and align-002 are one step. */
export const stem = (name) => String(name ?? "").replaceAll(/\d+/g, "#");

/**
 * Jobs with the same kind and name, apart from numbers, after the same steps form one step: a hundred samples in the same three
 * jobs are three steps. If names do not distinguish, kinds do. { steps: [{ id, jobs, label }], edges, stepOf }
 */
export function stepsOf(jobs, edges) {
  const named = steps(jobs, edges, (job) => `${job.kind} ${stem(job.name)}`);
  return named.steps.length <= MOST_STEPS ? named : steps(jobs, edges, (job) => job.kind);
}

function steps(jobs, edges, sort) {
  const parents = parentsOf(edges);
  const [found, stepOf, lines] = [new Map(), new Map(), new Map()];
  for (const job of inOrder(jobs, parents)) {
    const before = [...new Set((parents.get(job.job_id) ?? []).map((id) => stepOf.get(id)?.id).filter((id) => id !== undefined))].sort((a, b) => a - b);
    const key = `${sort(job)} ${before.join(",")}`;
    if (!found.has(key)) {
      found.set(key, { id: found.size, jobs: [] });
    }
    const step = found.get(key);
    step.jobs.push(job);
    stepOf.set(job.job_id, step);
    before.forEach((id) => lines.set(edgeKey(id, step.id), { parent: String(id), child: String(step.id) }));
  }
  const all = [...found.values()].map((step) => ({ ...step, label: label(step.jobs) }));
  return { steps: all, edges: [...lines.values()], stepOf: (id) => all[stepOf.get(id).id] };
}

function label(jobs) {
  const names = new Set(jobs.map((job) => stem(job.name)));
  return jobs.length === 1 ? jobs[0].name || jobs[0].job_id : names.size === 1 ? [...names][0].replaceAll("#", "…") : jobs[0].kind;
}

export function middle(values) {
  const sorted = values.filter((value) => value != null).sort((a, b) => a - b);
  return sorted.length ? sorted[Math.floor((sorted.length - 1) / 2)] : null;
}

// Small pieces that every screen uses.
import { html, nothing } from "../lit.js";
import { part } from "../api.js";
import { clock, countIsOld, dateTime, day, duration, secondsSince, secondsUntil, utc } from "../format.js";
import { now } from "../clock.js";
import { STATES, STATUSES, WORKFLOW_STATUSES, ADVICE, jobWords } from "../words.js";
import { icon } from "./icon.js";

function sign(table, word) {
  const [text, colour, name] = table[word] ?? [word, "grey", "dots"];
  return html`<span class="badge ${colour}" data-state=${word}>${icon(name)}${text}</span>`;
}

export const stateBadge = (state) => (state ? sign(STATES, state) : nothing);
export const jobBadge = (job) => sign({ [job.status]: jobWords(job) }, job.status);
export const workflowBadge = (status) => (status ? sign(WORKFLOW_STATUSES, status) : nothing);
export const statusBadge = (status) => (status ? sign(STATUSES, status) : nothing);

/** A moment: today's by the clock, others by the day; in UTC on hover. */
export function moment(iso) {
  if (!iso) {
    return html`<span class="muted">–</span>`;
  }
  const today = day(iso) === day(new Date(now()).toISOString());
  return html`<time class="num nowrap" datetime=${iso} title=${utc(iso)}>${today ? clock(iso) : dateTime(iso)}</time>`;
}

const ISO = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A sentence of the server's, with the moments in it as people here read them. */
export const told = (text) => String(text ?? "").split(ISO).map((piece, i) => (i % 2 ? moment(piece) : piece));

/** How long ago. */
export function age(iso) {
  return iso
    ? html`<time class="num nowrap" datetime=${iso} title=${utc(iso)}>${duration(secondsSince(iso))}</time>`
    : html`<span class="muted">–</span>`;
}

/** How long until the end. */
export const timeLeft = (iso) => html`<time class="num nowrap" datetime=${iso} title=${utc(iso)}>${duration(secondsUntil(iso))}</time>`;

/** How long until, or since: "in 3m 12s", "5s ago". */
export function fromNow(iso) {
  if (!iso) {
    return html`<span class="muted">–</span>`;
  }
  const passed = secondsSince(iso);
  const text = passed >= 0 ? `${duration(passed)} ago` : `in ${duration(-passed)}`;
  return html`<time class="num nowrap" datetime=${iso} title=${utc(iso)}>${text}</time>`;
}

/** What is wrong with a queue, and the way to what it counts. */
export function concernBadge(queue, { colour, text, leads }) {
  const inner = html`${icon("warn")}${text}`;
  const href = { waiting: `/queues/${part(queue.queue_key)}`, dead: `/dead-letters?queue=${part(queue.queue_key)}` }[leads];
  return href ? html`<a class="badge ${colour}" href=${href}>${inner}</a>` : html`<span class="badge ${colour}">${inner}</span>`;
}

/** Workers that ask this queue for work, and those that could: the way to who they are. */
export const serving = (queue) => html`<a href="/queues/${part(queue.queue_key)}?tab=workers" title="${queue.worker_serving_count} serving, ${queue.worker_online_count} could"
  aria-label="${queue.worker_serving_count} workers serving, ${queue.worker_online_count} could">${queue.worker_serving_count} / ${queue.worker_online_count}</a>`;

/** Beside a count that is older than what stands around it. */
export const countedAt = (queue) =>
  countIsOld(queue) ? html`<span class="small muted nowrap" data-counted>counted ${fromNow(queue.computed_at)}</span>` : nothing;

/** A name of any length in the room of forty characters; the whole of it is in the title. */
export const clipped = (text) => html`<span class="clip" title=${text}>${text}</span>`;

export const subjectLink = (euid, text) => html`<a class=${text ? "clip" : "euid"} title=${text || nothing} href="/subjects/${part(euid)}">${text || euid}</a>`;
/** The subject of a lease, a hold or a dead letter: by the name on its tube, if it has one. */
export const subjectNamed = (evidence) => subjectLink(evidence.subject_lookup_euid, evidence.subject_lookup_name);
export const queueLink = (key) => (key ? html`<a class="clip" title=${key} href="/queues/${part(key)}">${key}</a>` : html`<span class="muted">–</span>`);
/** What people call it, and the EUID beside it; where there is no name, it is the EUID already. */
export const named = (shown, name, euid) => (name && euid && name !== euid ? html`${shown} <span class="sub"><span class="euid">${euid}</span></span>` : shown);
/** Who did it, as people call them, and the way to them: a worker's page, or what a person did. The EUID is in the title. */
export const byWhom = (euid, name) =>
  euid ? html`<a data-by=${euid} class="clip" href="/search?who=${part(euid)}" title=${name ? `${name} (${euid})` : euid}>${name || euid}</a>` : html`<span class="muted">–</span>`;
/** Who did what a trail tells, and the way to all that they did. */
export const actorLink = ({ actor, actor_lookup_name: name }) =>
  actor ? html`<a class="clip" data-actor=${actor} title=${name && name !== actor ? `${name} (${actor})` : actor} href="/activity?actor=${part(actor)}">${name || actor}</a>` : html`<span class="muted">–</span>`;
export const workerLink = (euid, text) =>
  euid ? html`<a class=${text ? "clip" : "euid"} title=${text || nothing} href="/workers/${part(euid)}">${text || euid}</a>` : html`<span class="muted">–</span>`;

export function tags(list, none = "any") {
  return list?.length
    ? html`<span class="tags">${list.map((text) => html`<span class="tag clip" title=${text}>${text}</span>`)}</span>`
    : html`<span class="muted">${none}</span>`;
}

export function note(kind, text, more = nothing) {
  const sign = { bad: "warn", warn: "warn", good: "check", info: "info" }[kind];
  return html`<div class="note ${kind}" role=${kind === "bad" ? "alert" : nothing}>
    ${icon(sign)}
    <div class="text">${text}</div>
    ${more}
  </div>`;
}

/** What went wrong, with its code and what to do. */
export function problemNote(problem, more = nothing) {
  return note(
    "bad",
    html`<span><code>${problem.code}</code> ${problem.message}</span>
      ${ADVICE[problem.code] ? html`<span class="small">${ADVICE[problem.code]}</span>` : nothing}`,
    more,
  );
}

export function empty(title, text = "") {
  return html`<div class="empty"><strong>${title}</strong>${text ? html`<span>${text}</span>` : nothing}</div>`;
}

export function card(title, body, { end = nothing, kind = "", id = "" } = {}) {
  return html`<section class="card ${kind}" id=${id || nothing}>
    <header><h2>${title}</h2><div class="end">${end}</div></header>
    ${body}
  </section>`;
}

export function facts(rows) {
  return html`<dl class="facts">
    ${rows.filter(Boolean).map(([name, value]) => html`<dt>${name}</dt><dd>${value ?? html`<span class="muted">–</span>`}</dd>`)}
  </dl>`;
}

export async function copy(text) {
  // Browsers without TLS have no clipboard of this kind: the old way, then.
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function copyButton(text, label = "Copy") {
  return html`<button class="button quiet small" type="button" aria-label=${label} title=${label}
    @click=${async (event) => {
      const button = event.currentTarget;
      await copy(typeof text === "function" ? text() : text);
      button.classList.add("green");
      setTimeout(() => button.classList.remove("green"), 800);
    }}>${icon("copy")}</button>`;
}

export function jsonBlock(value, label) {
  const text = JSON.stringify(value, null, 2);
  return html`<pre class="json" tabindex="0" role="region" aria-label=${label}>${text}</pre>`;
}

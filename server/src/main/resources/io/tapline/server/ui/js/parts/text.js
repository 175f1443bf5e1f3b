// Small elements for all screens.
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

/** A time: the time of day for today, otherwise the date; the title shows it in UTC. */
export function moment(iso) {
  if (!iso) {
    return html`<span class="muted">–</span>`;
  }
  const today = day(iso) === day(new Date(now()).toISOString());
  return html`<time class="num nowrap" datetime=${iso} title=${utc(iso)}>${today ? clock(iso) : dateTime(iso)}</time>`;
}

const ISO = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A sentence of the server, with its times in local format. */
export const withLocalTimes = (text) => String(text ?? "").split(ISO).map((piece, i) => (i % 2 ? moment(piece) : piece));

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

/** A problem of a queue, with a link to the counted jobs. */
export function concernBadge(queue, { colour, text, leads }) {
  const inner = html`${icon("warn")}${text}`;
  const href = { waiting: `/queues/${part(queue.queue_key)}`, dead: `/dead-letters?queue=${part(queue.queue_key)}` }[leads];
  return href ? html`<a class="badge ${colour}" href=${href}>${inner}</a>` : html`<span class="badge ${colour}">${inner}</span>`;
}

/** Active and eligible workers of this queue, with a link to their list. */
export const serving = (queue) => html`<a href="/queues/${part(queue.queue_key)}?tab=workers" title="${queue.worker_serving_count} serving, ${queue.worker_online_count} eligible"
  aria-label="${queue.worker_serving_count} workers serving, ${queue.worker_online_count} eligible">${queue.worker_serving_count} / ${queue.worker_online_count}</a>`;

/** A mark beside a count that is older than the other values. */
export const countedAt = (queue) =>
  countIsOld(queue) ? html`<span class="small muted nowrap" data-counted>counted ${fromNow(queue.computed_at)}</span>` : nothing;

/** A name in the width of forty characters; the title contains the complete name. */
export const clipped = (text) => html`<span class="clip" title=${text}>${text}</span>`;

export const subjectLink = (euid, text) => html`<a class=${text ? "clip" : "euid"} title=${text || nothing} href="/subjects/${part(euid)}">${text || euid}</a>`;
/** The job of a lease, a hold or a dead letter: by its name, if it has one. */
export const subjectNamed = (evidence) => subjectLink(evidence.subject_lookup_euid, evidence.subject_lookup_name);
export const queueLink = (key) => (key ? html`<a class="clip" title=${key} href="/queues/${part(key)}">${key}</a>` : html`<span class="muted">–</span>`);
/** The name with the EUID beside it; without a name, the EUID alone. */
export const named = (shown, name, euid) => (name && euid && name !== euid ? html`${shown} <span class="sub"><span class="euid">${euid}</span></span>` : shown);
/** The actor by name, with a link to the page of a worker or to the actions of a person. The title contains the EUID. */
export const principalLink = (euid, name) =>
  euid ? html`<a data-by=${euid} class="clip" href="/search?actor=${part(euid)}" title=${name ? `${name} (${euid})` : euid}>${name || euid}</a>` : html`<span class="muted">–</span>`;
/** The actor of an entry of the trail, with a link to all their actions. */
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

/** An error with its code and remedy. */
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
  // Pages without TLS have no clipboard API: an older method is used.
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

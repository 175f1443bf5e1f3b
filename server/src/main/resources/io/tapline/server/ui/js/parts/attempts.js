// The attempts of a job: waiting, running, retry and hold times with their workers, and input and result of one attempt.
import { html, nothing } from "../lit.js";
import { clock, dateTime, duration, sentence } from "../format.js";
import { now } from "../clock.js";
import { rowsOf } from "../spans.js";
import { card, fromNow, jsonBlock, statusBadge, workerLink } from "./text.js";

/** Minimum width, so that very short spans stay visible. */
const LEAST_PERCENT = 0.6;

export function attemptsCard(page) {
  const rows = rowsOf(page.history, page.subject, now());
  if (!rows.length) {
    return nothing;
  }
  const attempts = rows.filter((row) => row.kind === "attempt");
  const chosen = attempts.find((row) => row.record.record_euid === page.attempt) ?? attempts.at(-1);
  return card("Attempts", html`<div class="body">${gantt(page, rows, chosen)}${inAndOut(page, chosen)}</div>`, { id: "attempts" });
}

function gantt(page, rows, chosen) {
  const from = Math.min(...rows.flatMap((row) => row.spans.map((span) => span.from)));
  const to = Math.max(...rows.flatMap((row) => row.spans.map((span) => span.to)));
  const length = Math.max(1, to - from);
  const place = (time) => (100 * (time - from)) / length;
  const choose = (row) => {
    page.attempt = row.record.record_euid;
    page.app.draw();
  };
  return html`<div class="gantt" role="table" aria-label="Attempts over time">
    ${rows.map((row) => html`<div class="gantt-row" role="row" data-row=${row.kind} aria-current=${row === chosen ? "true" : nothing}>
      <div class="gantt-label" role="rowheader">${row.kind === "attempt"
        ? html`<button class="link" type="button" aria-pressed=${row === chosen} @click=${() => choose(row)}>${row.label}</button>`
        : html`<span>${row.label}</span>`}
        ${row.actor ? html`<span class="sub">${row.kind === "attempt" ? workerLink(row.euid, row.actor) : html`by ${row.actor}`} <span class="euid">${row.euid}</span></span>` : nothing}</div>
      <div class="gantt-track" role="cell" aria-hidden="true">${row.spans.map((span) => html`<span class="bar ${look(span, row)}" title=${spanText(span)}
        .style=${`left: ${place(span.from).toFixed(2)}%; width: ${Math.max(LEAST_PERCENT, place(span.to) - place(span.from)).toFixed(2)}%`}></span>`)}</div>
      <div class="gantt-took" role="cell">${row.status ? statusBadge(row.status) : nothing}
        <span class="small">${labelled(row.spans).map((span) => spanText(span)).join(", ")}</span></div>
    </div>`)}
    <div class="gantt-axis" aria-hidden="true"><span>${at(from)}</span><span>${at(to)}</span></div>
  </div>`;
}

const at = (time) => (now() - time > 12 * 3_600_000 ? dateTime(new Date(time).toISOString()) : clock(new Date(time).toISOString()));

/** Very short durations have no label. */
const labelled = (spans) => {
  const some = spans.filter((span) => span.phase === "ran" || span.phase === "held" || span.to - span.from >= 500);
  return some.length ? some : spans.slice(-1);
};

const spanText = (span) => `${span.phase} ${duration((span.to - span.from) / 1000)}${span.open ? " so far" : ""}`;

function look(span, row) {
  if (span.phase !== "ran") {
    return span.phase.replaceAll(" ", "-");
  }
  return `ran ${span.open ? "open" : row.status === "SUCCEEDED" ? "good" : row.status === "CANCELED" ? "off" : "bad"}`;
}

/** Input and result side by side. */
function inAndOut(page, row) {
  if (!row) {
    return page.subject.properties ? html`<div class="in-out">${pane("Input", jsonBlock(page.subject.properties, "Input"))}</div>` : nothing;
  }
  const { record, lease } = row;
  const { _stderr: stderr, _stdout: stdout, ...rest } = plain(record.result_snapshot) ? record.result_snapshot : {};
  const result = plain(record.result_snapshot) ? (Object.keys(rest).length ? rest : undefined) : record.result_snapshot;
  const input = record.input_snapshot ?? page.subject.properties;
  return html`<h3 class="in-out-title">${row.label}${row.actor ? html` by ${row.actor}` : nothing}</h3>
    <div class="in-out">
      ${pane("Input", input == null ? none("none") : jsonBlock(input, "Input"))}
      ${pane("Result", result == null
        ? none(record.finished_at ? "none" : "not yet")
        : jsonBlock(result, "Result"))}
      ${pane("Error", record.error_class || record.error_message
        ? html`<p class="break"><strong>${record.error_class ?? ""}${record.error_code ? ` ${record.error_code}` : ""}</strong></p>
            <p class="break">${record.error_message ?? ""}</p>${record.retryable == null ? nothing : html`<p class="small muted">${record.retryable ? "retryable" : "not retryable"}</p>`}`
        : none(record.finished_at ? "none" : "none so far"))}
      ${stdout == null ? nothing : pane("Standard output", text(stdout, "Standard output"))}
      ${pane("Standard error", stderr == null ? none("none") : text(stderr, "Standard error"))}
      ${pane(record.finished_at && lease?.progress ? "Last progress" : "Progress", lease?.progress ? progress(lease.progress, record.finished_at) : none("none reported"))}
    </div>`;
}

const plain = (value) => value != null && typeof value === "object" && !Array.isArray(value);
const none = (words) => html`<p class="muted">${words}</p>`;
const pane = (title, body) => html`<section class="pane" data-pane=${title.toLowerCase().replaceAll(" ", "-")}><h4>${title}</h4>${body}</section>`;
const text = (value, label) => html`<pre class="json" tabindex="0" role="region" aria-label=${label}>${value}</pre>`;

/** The last progress report does not show how the attempt ended: the meter is for running attempts only. */
function progress({ fraction, message, at: when }, ended) {
  return html`<p>${message || sentence("progress")} ${fraction == null ? nothing : html`<strong class="num">${Math.round(fraction * 100)} %</strong>`}</p>
    ${fraction == null || ended ? nothing : html`<div class="meter" role="img" aria-label="Progress"><span .style=${`width: ${fraction * 100}%`}></span></div>`}
    <p class="small muted">${fromNow(when)}</p>`;
}

// The history of a job by attempt, as spans between two instants: waited, ran, held. Pure functions.

const later = (a, b) => (a == null || (b != null && b > a) ? b : a);

/**
 * Rows of { kind, label, actor, euid, record, lease, spans: [{ phase, from, to, open }] }, the oldest first; times in
 * milliseconds. The phase is "waited", "waited to retry", "claimed", "ran" or "held"; open spans have not ended.
 */
export function rowsOf(history, subject, now) {
  const leases = new Map(history.leases.map((lease) => [lease.lease_euid, lease]));
  const begun = history.actions.length ? Date.parse(history.actions[0].at) : null;
  const rows = [];
  let since = begun;
  let retried = false;
  for (const record of history.records.filter((one) => one.lease_lookup_euid)) {
    const lease = leases.get(record.lease_lookup_euid);
    const claimed = Date.parse(lease?.claimed_at ?? record.started_at);
    const started = startOf(history, record, claimed);
    const ended = record.finished_at ? Date.parse(record.finished_at) : null;
    const spans = [];
    if (since != null && claimed > since) {
      spans.push({ phase: retried ? "waited to retry" : "waited", from: since, to: claimed });
    }
    if (started > claimed) {
      spans.push({ phase: "claimed", from: claimed, to: Math.min(started, ended ?? now) });
    }
    if (started < (ended ?? now)) {
      spans.push({ phase: "ran", from: started, to: ended ?? now, open: ended == null });
    }
    // The count restarts when the job is requeued or moves to another queue, and an attempt that was not spent is repeated.
    const again = rows.some((row) => row.record.attempt_number === record.attempt_number);
    rows.push({
      kind: "attempt", label: `Attempt ${record.attempt_number}${again ? ", repeated" : ""}`, status: record.status, record, lease,
      actor: record.worker_lookup_name ?? record.worker_lookup_euid, euid: record.worker_lookup_euid, spans, at: claimed,
    });
    since = ended ?? now;
    retried = record.status !== "SUCCEEDED";
  }
  for (const hold of history.holds) {
    const from = Date.parse(hold.placed_at);
    const to = hold.released_at ? Date.parse(hold.released_at) : now;
    rows.push({
      kind: "hold", label: `Held: ${hold.hold_code}`, status: hold.status, hold, at: from,
      actor: hold.placed_by_lookup_name ?? hold.placed_by_lookup_euid, euid: hold.placed_by_lookup_euid,
      spans: [{ phase: "held", from, to, open: !hold.released_at }],
    });
    since = later(since, to);
  }
  if (!subject.execution.terminal && !subject.active_lease && !subject.active_holds.length && since != null && since < now) {
    rows.push({ kind: "wait", label: waitingFor(subject), status: null, actor: null, at: since, spans: [{ phase: retried ? "waited to retry" : "waited", from: since, to: now, open: true }] });
  }
  return rows.sort((a, b) => a.at - b.at);
}

/** If claim and start are two steps, the start is a separate action. */
function startOf(history, record, claimed) {
  const start = history.actions.find((action) => action.action_key === "start_queue_execution" && action.record_euid === record.record_euid);
  return start ? Date.parse(start.at) : record.started_at ? Math.max(claimed, Date.parse(record.started_at)) : claimed;
}

function waitingFor({ execution }) {
  return { PENDING: "Pending", WAITING_EXTERNAL: "Awaiting external result" }[execution.state] ?? "Waiting";
}

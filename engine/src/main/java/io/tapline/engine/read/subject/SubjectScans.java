package io.tapline.engine.read.subject;

import io.tapline.api.ExecutionState;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.scan.IndexScan;
import io.tapline.engine.read.scan.SubjectMatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;

/**
 * Selects index scans that together find every job of a list exactly once. There is no index on the
 * state alone, because it would add a write to every transition.
 */
public final class SubjectScans {

  /**
   * States with an index of their own; other jobs are found by the indexes for claims, leases and
   * ends.
   */
  private static final Set<ExecutionState> PARKED =
      Set.of(
          ExecutionState.HELD,
          ExecutionState.WAITING_EXTERNAL,
          ExecutionState.PENDING,
          ExecutionState.FAILED_RETRYABLE,
          ExecutionState.FAILED_TERMINAL,
          ExecutionState.CANCELED);

  private final SubjectFilter filter;
  private final SubjectMatch match;
  private final long queueUid;
  private final String now;
  private final List<IndexScan> scans = new ArrayList<>();

  private SubjectScans(SubjectFilter filter, SubjectMatch match, Queue queue, String now) {
    this.filter = filter;
    this.match = match;
    this.queueUid = queue == null ? 0 : queue.uid();
    this.now = now;
  }

  /** The conditions of the filter on each job that a scan reads. */
  public static SubjectMatch match(SubjectFilter filter, Long templateUid, String now) {
    var all = new HashMap<String, Object>();
    all.put("state", ExecutionState.codeOf(filter.state()));
    all.put("queue", filter.queueKey());
    all.put("queues", null);
    all.put("template", templateUid);
    all.put("site", filter.site());
    all.put("platform", filter.platform());
    all.put("assay", filter.assay());
    all.put("correlation", filter.correlationId());
    SubjectMatch.refs(all, filter.refs());
    all.put("overdue", filter.view() == SubjectTab.OVERDUE);
    all.put("now", now);
    all.put("leased_after", null);
    all.put("not_named_from", null);
    all.put("not_named_to", null);
    all.put("not_correlated", null);
    all.put("not_referred", null);
    return new SubjectMatch(all);
  }

  /**
   * @param queue the queue that the filter names, or null
   */
  public static List<IndexScan> of(
      SubjectFilter filter, SubjectMatch match, Queue queue, String now) {
    var all = new SubjectScans(filter, match, queue, now);
    if (filter.correlationId() != null) {
      all.scans.add(IndexScan.correlated(match, filter.correlationId()));
    } else if (!filter.refs().isEmpty()) {
      all.scans.add(IndexScan.referred(match, filter.refs()));
    } else if (queue == null) {
      all.anywhere();
    } else if (filter.view() != null) {
      all.tab();
    } else {
      all.ofQueue();
    }
    return all.scans;
  }

  private void anywhere() {
    var state = filter.state();
    if (state != null && PARKED.contains(state)) {
      scans.add(IndexScan.parked(match, state, null));
    } else if (state == ExecutionState.RUNNING) {
      scans.add(IndexScan.leased(match, IndexScan.EVER));
    } else {
      scans.add(IndexScan.newest(match));
    }
  }

  private void tab() {
    switch (filter.view()) {
      case LEASED -> scans.add(IndexScan.leased(match, now));
      case RETRYING -> parked(match.unleased(now), ExecutionState.FAILED_RETRYABLE);
      case HELD -> parked(match, ExecutionState.HELD);
      case NOT_READY ->
          scans.add(IndexScan.delayed(match.unleased(IndexScan.EVER), filter.queueKey(), now));
      case OVERDUE -> {
        unfinished();
        parked(match, ExecutionState.HELD);
        parked(match, ExecutionState.WAITING_EXTERNAL);
      }
      case TERMINAL -> terminal();
      case VISIBLE -> throw new IllegalStateException("read as the items of the queue");
    }
  }

  private void ofQueue() {
    var state = filter.state();
    if (state == ExecutionState.FAILED_RETRYABLE) {
      parked(match, state);
      return;
    }
    unfinished();
    parked(match, ExecutionState.HELD);
    parked(match, ExecutionState.WAITING_EXTERNAL);
    parked(match, ExecutionState.PENDING);
    terminal();
  }

  /** Leased jobs and jobs that wait for a lease. */
  private void unfinished() {
    if (filter.state() == null || !filter.state().terminal() && !parkedOnly(filter.state())) {
      scans.add(IndexScan.leased(match, IndexScan.EVER));
    }
    if (filter.state() == null
        || filter.state() == ExecutionState.READY
        || filter.state() == ExecutionState.FAILED_RETRYABLE) {
      scans.add(IndexScan.ready(match.unleased(IndexScan.EVER), filter.queueKey()));
      scans.add(
          IndexScan.delayed(match.unleased(IndexScan.EVER), filter.queueKey(), IndexScan.EVER));
    }
  }

  private static boolean parkedOnly(ExecutionState state) {
    return PARKED.contains(state) && state != ExecutionState.FAILED_RETRYABLE;
  }

  private void terminal() {
    parked(match, ExecutionState.FAILED_TERMINAL);
    parked(match, ExecutionState.CANCELED);
    if (selects(ExecutionState.COMPLETED)) {
      scans.add(IndexScan.finished(match, queueUid));
    }
  }

  private void parked(SubjectMatch narrowed, ExecutionState state) {
    if (selects(state)) {
      scans.add(IndexScan.parked(narrowed, state, filter.queueKey()));
    }
  }

  private boolean selects(ExecutionState state) {
    return filter.state() == null || filter.state() == state;
  }

  /** Refuses combinations of filters that exclude each other. */
  static void check(SubjectFilter filter) {
    if (filter.view() != null && filter.queueKey() == null) {
      throw RefusedException.invalid(
          "queue_key", "is required with view, which selects a part of one queue");
    }
    if (filter.view() != null && filter.search() != null) {
      throw RefusedException.invalid(
          "q", "cannot be combined with view; search with queue_key and state instead");
    }
  }
}

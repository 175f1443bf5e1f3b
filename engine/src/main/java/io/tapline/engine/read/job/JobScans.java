package io.tapline.engine.read.job;

import io.tapline.api.ExecutionState;
import io.tapline.engine.model.Queue;
import io.tapline.engine.read.scan.IndexScan;
import io.tapline.engine.read.scan.SubjectMatch;
import io.tapline.engine.read.subject.SubjectFilterBuilder;
import io.tapline.engine.read.subject.SubjectScans;
import java.util.List;

/**
 * Selects index scans that together find every job of a kind and status exactly once. The status
 * depends on the state and the newest lease, so a scan may find jobs of another status, and the
 * reader checks each. No scan reads finished jobs to find waiting ones or the reverse.
 */
final class JobScans {

  private JobScans() {}

  /**
   * @param kind the queue of the jobs, or null for all
   */
  static List<IndexScan> of(JobFilter filter, Queue kind, String now) {
    var subjects =
        SubjectFilterBuilder.builder()
            .queueKey(filter.kind())
            .correlationId(filter.correlationId())
            .build();
    var match = SubjectScans.match(subjects, null, now);
    if (filter.correlationId() != null) {
      // A finished job is in no queue; the kind is that of its last lease.
      return List.of(IndexScan.correlated(match.anywhere(), filter.correlationId()));
    }
    if (filter.status() == null) {
      return SubjectScans.of(subjects, match, kind, now);
    }
    return switch (filter.status()) {
      case "leased" -> List.of(IndexScan.leased(match, now));
      case "in_progress" ->
          List.of(
              IndexScan.leased(match, now), parked(match, ExecutionState.WAITING_EXTERNAL, filter));
      case "retry_waiting" -> List.of(parked(match, ExecutionState.FAILED_RETRYABLE, filter));
      case "failed" -> List.of(parked(match, ExecutionState.FAILED_TERMINAL, filter));
      // A job whose last attempt has lapsed counts as dead before the lapse is settled.
      case "dead_letter" ->
          List.of(
              parked(match, ExecutionState.FAILED_TERMINAL, filter),
              IndexScan.leased(match, IndexScan.EVER));
      case "cancelled" -> List.of(parked(match, ExecutionState.CANCELED, filter));
      case "succeeded" ->
          List.of(
              kind == null
                  ? IndexScan.newest(match.state(ExecutionState.COMPLETED))
                  : IndexScan.finished(match, kind.uid()));
      case "queued" -> kind == null ? List.of(IndexScan.newest(match)) : queued(match, filter);
      case "cleaned" ->
          kind == null ? List.of(IndexScan.newest(match)) : ended(match, filter, kind);
      default -> throw new IllegalArgumentException(filter.status());
    };
  }

  /**
   * Jobs that wait for a worker, their time, dependencies or people, and jobs with a lapsed lease.
   */
  private static List<IndexScan> queued(SubjectMatch match, JobFilter filter) {
    return List.of(
        IndexScan.ready(match.unleased(IndexScan.EVER), filter.kind()),
        IndexScan.delayed(match.unleased(IndexScan.EVER), filter.kind(), IndexScan.EVER),
        parked(match, ExecutionState.PENDING, filter),
        parked(match, ExecutionState.HELD, filter),
        IndexScan.leased(match, IndexScan.EVER));
  }

  private static List<IndexScan> ended(SubjectMatch match, JobFilter filter, Queue kind) {
    return List.of(
        IndexScan.finished(match, kind.uid()),
        parked(match, ExecutionState.CANCELED, filter),
        parked(match, ExecutionState.FAILED_TERMINAL, filter));
  }

  private static IndexScan parked(SubjectMatch match, ExecutionState state, JobFilter filter) {
    return IndexScan.parked(match, state, filter.kind());
  }
}

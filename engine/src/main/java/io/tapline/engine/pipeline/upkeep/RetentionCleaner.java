package io.tapline.engine.pipeline.upkeep;

import io.tapline.engine.decide.CleanSubject;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.FinishedSubjects;
import io.tapline.engine.store.FinishedSubjects.SeenSubject;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Archives finished jobs, step by step in the order of their uids. The position is kept in memory
 * only, so some jobs are read again after a restart.
 */
final class RetentionCleaner {

  /** Limit of steps without an archived job in one pass of the sweeper: some milliseconds. */
  private static final int STEPS_IN_VAIN = 4;

  /** Limit of all steps in one pass: a fraction of a second. */
  private static final int STEPS_PER_PASS = 20;

  /** Pause after a scan that found nothing: retention is counted in days. */
  private static final Duration REST = Duration.ofMinutes(10);

  /** Limit for one request, whose caller waits. */
  private static final int MOST_AT_ONCE = 10_000;

  private static final long BEGINNING = 0;

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final Map<Long, ScanPosition> positions = new ConcurrentHashMap<>();

  RetentionCleaner(PipelineContext context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    context.tapDb().onNewIncarnation(positions::clear);
  }

  /**
   * Position of the scan over a tenant's jobs.
   *
   * @param found whether the scan has found a job to archive
   * @param restUntil the earliest start of the next scan
   */
  private record ScanPosition(long place, boolean found, Instant restUntil) {
    static final ScanPosition FIRST = new ScanPosition(BEGINNING, false, Instant.MIN);

    ScanPosition after(ScanStep scanStep) {
      boolean any = found || scanStep.cleaned() > 0;
      if (scanStep.place() != BEGINNING) {
        return new ScanPosition(scanStep.place(), any, restUntil);
      }
      return new ScanPosition(BEGINNING, false, any ? Instant.MIN : scanStep.now().plus(REST));
    }
  }

  /** Continues from the end of the previous pass; returns the number of archived jobs. */
  int runPass(long tenantId) {
    var scanPosition = positions.getOrDefault(tenantId, ScanPosition.FIRST);
    if (scanPosition.place() == BEGINNING && isResting(tenantId, scanPosition)) {
      return 0;
    }
    int cleaned = 0;
    int vain = 0;
    for (int i = 0; i < STEPS_PER_PASS && vain < STEPS_IN_VAIN; i++) {
      var scanStep = step(tenantId, scanPosition.place());
      cleaned += scanStep.cleaned();
      vain += scanStep.cleaned() == 0 ? 1 : 0;
      scanPosition = scanPosition.after(scanStep);
      positions.put(tenantId, scanPosition);
      if (scanPosition.place() == BEGINNING) {
        break;
      }
    }
    return cleaned;
  }

  private boolean isResting(long tenantId, ScanPosition scanPosition) {
    return scanPosition
        .restUntil()
        .isAfter(context.tapDb().transaction(tenantId, FinishedSubjects::now));
  }

  /** Scans from the beginning, up to a limit; returns the number of archived jobs. */
  int all(long tenantId) {
    int cleaned = 0;
    long place = BEGINNING;
    do {
      var scanStep = step(tenantId, place);
      cleaned += scanStep.cleaned();
      place = scanStep.place();
    } while (place != BEGINNING && cleaned < MOST_AT_ONCE);
    return cleaned;
  }

  /**
   * @param place the position to continue from, or the beginning
   */
  private record ScanStep(long place, int cleaned, Instant now) {}

  /** The jobs of one step, and those of them that are past their retention time. */
  private record ScannedPage(
      List<SeenSubject> seen, List<SeenSubject> due, boolean atEnd, Instant now) {}

  private ScanStep step(long tenantId, long place) {
    var scannedPage = context.tapDb().transaction(tenantId, tx -> readPage(tx, place));
    var outcomes =
        subjects.executeAsSystem(
            tenantId, scannedPage.due().stream().map(SystemCaller::clean).toList());
    return new ScanStep(
        scannedPage.atEnd()
            ? BEGINNING
            : scannedPage.seen().get(scannedPage.seen().size() - 1).uid(),
        (int) outcomes.stream().filter(outcome -> !outcome.refused()).count(),
        scannedPage.now());
  }

  private ScannedPage readPage(Tx tx, long place) throws SQLException {
    var seen = FinishedSubjects.after(tx, context.templates(), place);
    var retentionTerms =
        new RetentionTerms(new DecisionRows(tx, context.templates()).queues().withRetired());
    boolean atEnd =
        seen.size() < FinishedSubjects.STEP || retentionTerms.tooYoung(seen.get(seen.size() - 1));
    var due = seen.stream().filter(SeenSubject::ended).filter(retentionTerms::due).toList();
    return new ScannedPage(seen, due, atEnd, FinishedSubjects.now(tx));
  }

  /** The retention time of each queue. */
  private static final class RetentionTerms {

    private final Map<Long, QueuePolicy> byUid = new HashMap<>();
    private final Map<String, QueuePolicy> byKey = new HashMap<>();

    RetentionTerms(List<Queue> queues) {
      for (var queue : queues) {
        byUid.put(queue.uid(), queue.policy());
        // A successor with the same key comes later.
        byKey.put(queue.key(), queue.policy());
      }
    }

    boolean due(SeenSubject subject) {
      var queue =
          subject.queueKey() != null
              ? byKey.get(subject.queueKey())
              : subject.queueUid() == null ? null : byUid.get(subject.queueUid());
      return past(queue, subject.changedAt(), subject.now());
    }

    /** Whether no queue could archive this job, nor any later one. */
    boolean tooYoung(SeenSubject subject) {
      return !past(null, subject.createdAt(), subject.now())
          && byUid.values().stream()
              .noneMatch(policy -> past(policy, subject.createdAt(), subject.now()));
    }

    private static boolean past(QueuePolicy policy, Instant ended, Instant now) {
      return CleanSubject.isDue(policy, ended, now);
    }
  }
}

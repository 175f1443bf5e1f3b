package io.tapline.engine.pipeline;

import io.tapline.engine.decide.CleanSubject;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.store.Finished;
import io.tapline.engine.store.Finished.Seen;
import io.tapline.engine.store.Rows;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts finished work away, step by step along the subjects of a tenant. Where it got to is only
 * remembered here: who begins anew looks at some once more.
 */
final class Retention {

  /** In one pass of the sweeper: some milliseconds, however many subjects there are. */
  private static final int STEPS_IN_VAIN = 4;

  /** And where there is work to put away: a fraction of a second. */
  private static final int STEPS_PER_PASS = 20;

  /** A walk that found nothing need not be repeated at once: retention is counted in days. */
  private static final Duration REST = Duration.ofMinutes(10);

  /** In one request: as many as somebody waits for. */
  private static final int MOST_AT_ONCE = 10_000;

  private static final long BEGINNING = 0;

  private final Context context;
  private final SubjectPipeline subjects;
  private final Map<Long, Walk> walks = new ConcurrentHashMap<>();

  Retention(Context context, SubjectPipeline subjects) {
    this.context = context;
    this.subjects = subjects;
    context.tapDb().onNewLife(walks::clear);
  }

  /**
   * A walk along a tenant's subjects.
   *
   * @param found whether it has met anything to put away
   * @param restUntil no walk begins before
   */
  private record Walk(long place, boolean found, Instant restUntil) {
    static final Walk FIRST = new Walk(BEGINNING, false, Instant.MIN);

    Walk after(Step step) {
      boolean any = found || step.cleaned() > 0;
      if (step.place() != BEGINNING) {
        return new Walk(step.place(), any, restUntil);
      }
      return new Walk(BEGINNING, false, any ? Instant.MIN : step.now().plus(REST));
    }
  }

  /** Some steps on from where the pass before this one ended; returns how many were put away. */
  int goOn(long tenantId) {
    var walk = walks.getOrDefault(tenantId, Walk.FIRST);
    if (walk.place() == BEGINNING && rests(tenantId, walk)) {
      return 0;
    }
    int cleaned = 0;
    int vain = 0;
    for (int i = 0; i < STEPS_PER_PASS && vain < STEPS_IN_VAIN; i++) {
      var step = step(tenantId, walk.place());
      cleaned += step.cleaned();
      vain += step.cleaned() == 0 ? 1 : 0;
      walk = walk.after(step);
      walks.put(tenantId, walk);
      if (walk.place() == BEGINNING) {
        break;
      }
    }
    return cleaned;
  }

  private boolean rests(long tenantId, Walk walk) {
    return walk.restUntil().isAfter(context.tapDb().transaction(tenantId, Finished::now));
  }

  /** From the beginning; returns how many were put away, and more may be left after very many. */
  int all(long tenantId) {
    int cleaned = 0;
    long place = BEGINNING;
    do {
      var step = step(tenantId, place);
      cleaned += step.cleaned();
      place = step.place();
    } while (place != BEGINNING && cleaned < MOST_AT_ONCE);
    return cleaned;
  }

  /**
   * @param place where to go on, or the beginning
   */
  private record Step(long place, int cleaned, Instant now) {}

  /** What was seen, and what of it is past its retention. */
  private record Look(List<Seen> seen, List<Seen> due, boolean atEnd, Instant now) {}

  private Step step(long tenantId, long place) {
    var look = context.tapDb().transaction(tenantId, tx -> look(tx, place));
    var outcomes =
        subjects.byItself(tenantId, look.due().stream().map(SystemCaller::clean).toList());
    return new Step(
        look.atEnd() ? BEGINNING : look.seen().get(look.seen().size() - 1).uid(),
        (int) outcomes.stream().filter(outcome -> !outcome.refused()).count(),
        look.now());
  }

  private Look look(Tx tx, long place) throws SQLException {
    var seen = Finished.after(tx, place);
    var policies = new Policies(new Rows(tx, context.kinds()).queuesEver());
    boolean atEnd = seen.size() < Finished.STEP || policies.tooYoung(seen.get(seen.size() - 1));
    var due = seen.stream().filter(Seen::ended).filter(policies::due).toList();
    return new Look(seen, due, atEnd, Finished.now(tx));
  }

  /** How long which queue keeps finished work. */
  private static final class Policies {

    private final Map<Long, QueuePolicy> byUid = new HashMap<>();
    private final Map<String, QueuePolicy> byKey = new HashMap<>();

    Policies(List<Queue> queues) {
      for (var queue : queues) {
        byUid.put(queue.uid(), queue.policy());
        // A successor of the same key comes later.
        byKey.put(queue.key(), queue.policy());
      }
    }

    boolean due(Seen subject) {
      var queue =
          subject.queueKey() != null
              ? byKey.get(subject.queueKey())
              : subject.queueUid() == null ? null : byUid.get(subject.queueUid());
      return past(queue, subject.changedAt(), subject.now());
    }

    /** Whether no queue could have it put away, nor anything that was made after it. */
    boolean tooYoung(Seen subject) {
      return !past(null, subject.createdAt(), subject.now())
          && byUid.values().stream()
              .noneMatch(policy -> past(policy, subject.createdAt(), subject.now()));
    }

    private static boolean past(QueuePolicy policy, Instant ended, Instant now) {
      return !CleanSubject.from(policy, ended).isAfter(now);
    }
  }
}

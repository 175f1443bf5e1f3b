package io.tapline.engine.pipeline;

import io.tapline.engine.pipeline.RepeatableTransaction.Obstacle.LapsedLeases;
import io.tapline.engine.pipeline.RepeatableTransaction.Obstacle.UnlockedSubjects;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A transaction that may find out that something has to come first: it is rolled back, and repeated
 * after that.
 */
public final class RepeatableTransaction {

  /** A lapse is settled once; a second one needs another claim in between. */
  private static final int MAX_REPETITIONS = 5;

  private RepeatableTransaction() {}

  /** The result of one attempt. */
  public sealed interface Attempt<T> {

    /** Goes on with the result, unless the attempt is blocked. */
    default <R> Attempt<R> then(Next<T, R> next) throws SQLException {
      return this instanceof Done<T> done
          ? next.after(done.result())
          : new Blocked<>(((Blocked<T>) this).obstacle());
    }

    record Done<T>(T result) implements Attempt<T> {}

    /** The transaction is rolled back, also what it has written by then. */
    record Blocked<T>(Obstacle obstacle) implements Attempt<T> {

      public static <T> Blocked<T> byLapses(Set<String> leaseEuids) {
        return new Blocked<>(new LapsedLeases(leaseEuids));
      }

      public static <T> Blocked<T> byUnlocked(Set<Long> subjectUids) {
        return new Blocked<>(new UnlockedSubjects(subjectUids));
      }
    }
  }

  sealed interface Obstacle {

    /** Leases that have to be settled first, in a transaction of their own. */
    record LapsedLeases(Set<String> euids) implements Obstacle {}

    /**
     * Subjects to be locked with the others, in the order of all locks: the first attempt has read
     * their identity.
     */
    record UnlockedSubjects(Set<Long> uids) implements Obstacle {}
  }

  public interface Next<T, R> {
    Attempt<R> after(T result) throws SQLException;
  }

  public interface Work<T> {

    /**
     * @param also uids of the subjects that have to be locked too
     */
    Attempt<T> in(Tx tx, Set<Long> also) throws SQLException;
  }

  /**
   * @param settle settles lapsed leases, in a transaction of its own
   */
  public static <T> T execute(
      PipelineContext context, long tenantId, Consumer<Set<String>> settle, Work<T> work) {
    var also = new HashSet<Long>();
    for (int repetitions = 0; ; repetitions++) {
      var attempt = context.tapDb().transaction(tenantId, tx -> attempt(tx, also, work));
      if (attempt instanceof Attempt.Done<T> done) {
        return done.result();
      }
      var obstacle = ((Attempt.Blocked<T>) attempt).obstacle();
      if (obstacle instanceof UnlockedSubjects unlocked) {
        also.addAll(unlocked.uids());
      } else if (obstacle instanceof LapsedLeases lapsed) {
        if (repetitions == MAX_REPETITIONS) {
          throw new IllegalStateException("leases keep lapsing: " + lapsed.euids());
        }
        settle.accept(lapsed.euids());
      }
    }
  }

  private static <T> Attempt<T> attempt(Tx tx, Set<Long> also, Work<T> work) throws SQLException {
    var attempt = work.in(tx, also);
    if (attempt instanceof Attempt.Blocked<T>) {
      tx.rollBack();
    }
    return attempt;
  }
}

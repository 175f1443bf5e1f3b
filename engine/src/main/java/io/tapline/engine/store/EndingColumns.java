package io.tapline.engine.store;

import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionNote;
import java.time.Instant;

/** The end of an attempt as columns of the fact of the action that ended it. */
final class EndingColumns {

  /** In the order of {@link #of}. */
  static final String ALL =
      "lease_uid bigint, ending code, retryable boolean, error_class, error_code, error_message,"
          + " record_action_key, lease_expires_at timestamptz, result_snapshot jsonb";

  private static final Object[] NONE = new Object[9];

  private EndingColumns() {}

  /** The state, the revision and the time of the end of an attempt are those of the action. */
  static void requireDescribed(SubjectChange ending, ActionEntry action, Instant at) {
    if (!at.equals(ending.changedLease().terms().releasedAt())
        || !at.equals(ending.closedRecord().attempt().finishedAt())
        || !describes(action.note(), ending)) {
      throw new IllegalStateException(
          "action " + action.ref().euid() + " does not describe the end of its attempt");
    }
  }

  /**
   * @param ending the change that ends an attempt; null for any other
   */
  static Object[] of(SubjectChange ending) {
    if (ending == null) {
      return NONE;
    }
    var lease = ending.changedLease();
    var terms = lease.terms();
    var attempt = ending.closedRecord().attempt();
    return new Object[] {
      lease.uid(),
      String.valueOf(Ending.of(terms).code()),
      attempt.retryable(),
      attempt.errorClass(),
      attempt.errorCode(),
      attempt.errorMessage(),
      attempt.besides(terms).actionKey(),
      terms.everRenewed() ? BatchWriter.seconds(terms.expiresAt()) : null,
      AttemptColumns.text(attempt.resultSnapshot())
    };
  }

  /** Whether an action has the values of the end of an attempt that the views take from it. */
  static boolean describes(ActionNote note, SubjectChange ending) {
    var terms = ending.changedLease().terms();
    var attempt = ending.closedRecord().attempt();
    var cause = Ending.of(terms);
    return cause.leaseStatus() == terms.status()
        && cause.recordStatus() == attempt.status()
        && attempt.endState() == note.toState()
        && attempt.endRevision().equals(note.revisionAfter())
        && note.actionKey().wire().equals(attempt.under(terms).endingActionKey());
  }
}

package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.model.ActionName;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import java.time.Duration;
import java.util.List;

/**
 * Hears what became of every request, whichever door it came by, and of what the engine settles by
 * itself. Called after the transaction, on the thread of the caller: it must be quick. A listener
 * that throws is logged and counted; the action and the other listeners go on.
 */
public interface ActionListener {

  /** A batch of commands of one action, at least one, each with its outcome, in order. */
  void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took);

  /** A claim: either an answer or a refusal. */
  void claimed(Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took);

  /**
   * A transaction that requests could share has ended, one of them or more.
   *
   * @param failed nothing of it is there, and each request is tried alone
   */
  default void shared(ActionName action, int requests, boolean failed) {}
}

package io.tapline.engine.pipeline;

import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import java.time.Duration;
import java.util.List;

/**
 * Receives the outcome of every request, whichever API it came through, and of the engine's own
 * actions. It is called after the transaction, on the thread of the caller, so it must be quick. An
 * exception of a listener is logged and counted; the action and the other listeners are not
 * affected. A listener overrides the methods that concern it.
 */
public interface ActionListener {

  /** A batch of at least one command of one action, each with its outcome, in order. */
  default void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {}

  /** A claim: either an answer or a refusal. */
  default void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {}

  /**
   * A transaction that requests can share has ended.
   *
   * @param requests number of requests in it, at least one
   * @param failed whether it was rolled back, so that each request is tried alone
   */
  default void shared(ActionName action, int requests, boolean failed) {}
}

package io.tapline.engine.pipeline;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.store.ClaimCandidates;
import java.time.Duration;
import java.util.List;

/**
 * Tells the caches of the claim which subjects an action of this process has made READY, so that
 * the next claim looks for them.
 */
record ClaimCacheInvalidator(ClaimCandidates candidates) implements ActionListener {

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    for (int i = 0; i < outcomes.size(); i++) {
      if (!outcomes.get(i).refused()) {
        carriedOut(caller.tenantId(), outcomes.get(i).answer());
      }
    }
  }

  void carriedOut(long tenantId, ActionAnswer answer) {
    if (answer.result() instanceof Envelope after && after.state().claimable()) {
      candidates.returned(tenantId, after.nextQueueKey(), after.visibleFrom());
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    // What is claimed leaves its queue.
  }
}

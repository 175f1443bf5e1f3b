package io.tapline.spring;

import io.tapline.api.ExecutionState;
import io.tapline.api.request.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.List;

/**
 * Signals when the engine of this process has made a job READY: by an enqueue, a completion with a
 * next queue, a requeue or a released hold.
 */
record NewWorkListener(CommitSignal commitSignal) implements ActionListener {

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    if (outcomes.stream().anyMatch(NewWorkListener::ready)) {
      commitSignal.signal();
    }
  }

  private static boolean ready(ItemOutcome outcome) {
    return outcome != null
        && !outcome.refused()
        && outcome.answer().result() instanceof Envelope envelope
        && envelope.state() == ExecutionState.READY;
  }
}

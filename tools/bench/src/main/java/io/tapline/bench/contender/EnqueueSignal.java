package io.tapline.bench.contender;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Wakes idle workers of the same process when jobs were committed, as the Spring Boot starter does.
 * It wakes only as many workers as the jobs require.
 */
final class EnqueueSignal implements ActionListener {

  private final int workers;
  private final int batch;
  private final Semaphore wakeUps = new Semaphore(0);

  EnqueueSignal(int workers, int batch) {
    this.workers = workers;
    this.batch = batch;
  }

  @Override
  public void carriedOut(
      Caller caller, List<? extends Command> commands, List<ItemOutcome> outcomes, Duration took) {
    if (commands.get(0) instanceof Enqueue) {
      int enough = (commands.size() + batch - 1) / batch;
      wakeUps.release(Math.min(enough, Math.max(0, workers - wakeUps.availablePermits())));
    }
  }

  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {}

  /**
   * Returns when there may be work: jobs were committed since the last claim of the worker, or
   * later.
   */
  void await(Duration longest) throws InterruptedException {
    if (!wakeUps.tryAcquire()) {
      wakeUps.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
    }
  }
}

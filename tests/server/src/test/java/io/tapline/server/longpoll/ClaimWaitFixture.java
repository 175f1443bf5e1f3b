package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.server.base.FairShare;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The waiting claims of a server without the periodic scan: a claim that wakes here was woken by a
 * signal.
 */
final class ClaimWaitFixture implements AutoCloseable {

  private static final long NEVER = TimeUnit.DAYS.toMillis(1);

  private final WaitScheduler waitScheduler =
      new WaitScheduler(new BackgroundFailures(), new FairShare(12));
  private final Engine engine;
  private final WorkSignals signals;
  private final AtomicInteger claims = new AtomicInteger();
  final ClaimWaits room;

  ClaimWaitFixture(ScratchEngine test, Engine engine) {
    this.engine = engine;
    room = new ClaimWaits(engine, waitScheduler, NEVER, new FairShare(1_000));
    signals =
        new WorkSignals(engine, test.serving(), test.provision().serving(), waitScheduler, room);
    room.whenFirst(signals::waiting);
    engine.listen(new Counting());
  }

  /** As the endpoint does: tried once, then waiting. */
  WaitingClaim claim(Caller caller, Claim claim) {
    long tried = System.nanoTime();
    engine.claim(caller, claim);
    return room.admit(caller, claim, Duration.ofMinutes(10), tried);
  }

  void leave(WaitingClaim waiter) {
    room.leave(waiter);
  }

  /** Number of attempts to claim since the last call. */
  int tries() {
    return claims.getAndSet(0);
  }

  static ClaimAnswer answer(WaitingClaim waiter) throws Exception {
    return waiter.answer.get(60, TimeUnit.SECONDS);
  }

  /** The subject that it got. */
  static String got(WaitingClaim waiter) throws Exception {
    return answer(waiter).claims().get(0).subjectEuid();
  }

  @Override
  public void close() {
    room.close();
    signals.close();
    waitScheduler.close();
  }

  private final class Counting implements ActionListener {
    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
      claims.incrementAndGet();
    }
  }
}

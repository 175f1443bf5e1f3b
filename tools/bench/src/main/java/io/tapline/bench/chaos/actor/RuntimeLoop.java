package io.tapline.bench.chaos.actor;

import io.tapline.api.ErrorClass;
import io.tapline.bench.chaos.actor.ActorMain.Actor;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.client.TaplineClient;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * A worker of the Java client, with a handler. The client itself renews and retries; the log
 * contains the work that the handler received.
 */
final class RuntimeLoop implements Runnable {

  private static final int SLOTS = 3;
  private static final int WORK_MILLIS = 300;
  private static final int PAUSE_MILLIS = 200;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final Actor actor;

  RuntimeLoop(Actor actor) {
    this.actor = actor;
  }

  @Override
  public void run() {
    while (actor.isGoing()) {
      try (var client =
              TaplineClient.builder().url(actor.address()).token(actor.settings().token()).build();
          var worker =
              client
                  .worker(actor.who())
                  .queue(WorkSetup.QUEUE)
                  .queue(WorkSetup.NEXT_QUEUE)
                  .handle(this::handle)
                  .concurrency(SLOTS)
                  .grace(GRACE)
                  .stopAtExit(false)
                  .start()) {
        while (actor.isGoing() && worker.inFlight() >= 0) {
          UncheckedCalls.sleep(PAUSE_MILLIS);
        }
      } catch (TaplineException e) {
        // The server is not reachable; the next attempt may use another one.
        UncheckedCalls.sleep(PAUSE_MILLIS);
      }
    }
  }

  private Object handle(Job job) {
    var given =
        new LogLine.Item(
            null, job.subjectEuid(), job.leaseEuid(), null, job.fencingToken(), null, null);
    actor.write(LogLine.Kind.HANDLED, 0, "handler", 0, null, List.of(given));
    UncheckedCalls.sleep(actor.chance(WORK_MILLIS));
    int dice = actor.chance(20);
    return dice == 0
        ? Outcome.failed(ErrorClass.TRANSIENT_SYSTEM, "CHAOS", "it did not work")
        : dice == 1 ? Outcome.released("not now") : null;
  }
}

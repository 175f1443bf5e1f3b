package io.tapline.bench.chaos.actor;

import io.tapline.api.ErrorClass;
import io.tapline.bench.chaos.host.UncheckedSleep;
import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogItem;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.client.TaplineClient;
import io.tapline.client.error.TaplineException;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * A worker of the Java client, with a handler. The client itself renews and retries; the log
 * contains the work that the handler received.
 */
final class RuntimeLoop implements Runnable {

  private static final int SLOTS = 3;
  private static final int WORK_MILLIS = 300;
  private static final int PAUSE_MILLIS = 200;
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final String who;
  private final ActorSettings settings;
  private final LogFile log;
  private final Random random;
  private final BooleanSupplier going;

  RuntimeLoop(
      String who, ActorSettings settings, LogFile log, Random random, BooleanSupplier going) {
    this.who = who;
    this.settings = settings;
    this.log = log;
    this.random = random;
    this.going = going;
  }

  @Override
  public void run() {
    while (going.getAsBoolean()) {
      var address = settings.addresses().get(chance(settings.addresses().size()));
      try (var client = TaplineClient.builder().url(address).token(settings.token()).build();
          var worker =
              client
                  .worker(who)
                  .queue(WorkSetup.QUEUE)
                  .queue(WorkSetup.NEXT_QUEUE)
                  .handle(this::handle)
                  .concurrency(SLOTS)
                  .grace(GRACE)
                  .stopAtExit(false)
                  .start()) {
        while (going.getAsBoolean() && worker.inFlight() >= 0) {
          UncheckedSleep.millis(PAUSE_MILLIS);
        }
      } catch (TaplineException e) {
        // The server is not reachable; the next attempt may use another one.
        UncheckedSleep.millis(PAUSE_MILLIS);
      }
    }
  }

  private Object handle(Job job) {
    var given =
        new LogItem(null, job.subjectEuid(), job.leaseEuid(), null, job.fencingToken(), null, null);
    log.write(
        new LogLine(
            LogLine.Kind.HANDLED, System.nanoTime(), who, 0, "handler", 0, null, List.of(given)));
    UncheckedSleep.millis(chance(WORK_MILLIS));
    int dice = chance(20);
    return dice == 0
        ? Outcome.failed(ErrorClass.TRANSIENT_SYSTEM, "CHAOS", "it did not work")
        : dice == 1 ? Outcome.released("not now") : null;
  }

  private int chance(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }
}

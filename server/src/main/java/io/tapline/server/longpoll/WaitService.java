package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Claim;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerShares;
import io.tapline.server.database.OpenDatabase;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.HttpAnswer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * All waiting requests of this server (claims, tasks and registered listeners), and the signals
 * that wake them.
 */
@Component
public final class WaitService implements DisposableBean {

  /** Time for the claim itself after the end of the wait. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final WaitScheduler waitScheduler;
  private final ClientWatch watch;
  private final ClaimWaits claimWaits;
  private final TaskWaits tasks;
  private final WorkSignals signals;
  private final Engine engine;

  WaitService(Engine engine, OpenDatabase database, ServerDrain drain, ServerShares shares) {
    this.engine = engine;
    waitScheduler =
        new WaitScheduler(engine.failures(), shares.of(LimitedResource.WAITING_THREADS));
    watch = new ClientWatch(waitScheduler);
    var waits = shares.of(LimitedResource.WAITING_REQUESTS);
    claimWaits = new ClaimWaits(engine, waitScheduler, WaitScheduler.LOOK_MILLIS, waits);
    tasks = new TaskWaits(engine, waitScheduler, WaitScheduler.LOOK_MILLIS, waits);
    signals =
        new WorkSignals(engine, database.serving(), database.single(), waitScheduler, claimWaits);
    signals.add(tasks, false);
    claimWaits.whenFirst(signals::waiting);
    tasks.whenFirst(signals::waiting);
    drain.whenBegun(claimWaits::close);
    drain.whenBegun(tasks::close);
  }

  /**
   * Lets a claim without a result wait; its answer comes with work, or at the time limit.
   *
   * @param tried {@link System#nanoTime} before the attempt that found nothing
   */
  public HttpAnswer forWork(EndpointCall call, Claim claim, PreferWait wait, Long tried) {
    var waiter = claimWaits.admit(call.caller(), claim, wait.length(), tried);
    var stop = watch.watch(call.request(), () -> claimWaits.leave(waiter));
    var answer =
        waiter
            .answer
            .whenComplete((got, refused) -> stop.run())
            .thenApply(got -> ok(call, claim, got, wait));
    return HttpAnswer.later(answer, wait.length().plus(MARGIN));
  }

  /**
   * A waiting claim of an interface other than HTTP.
   *
   * @param stop ends the wait of a client that has disconnected
   */
  public record PendingClaim(CompletableFuture<ClaimAnswer> answer, Runnable stop) {}

  /**
   * As for an interface over HTTP.
   *
   * @param tried {@link System#nanoTime} before the attempt that found nothing; null if it failed
   */
  public PendingClaim forWork(Caller caller, Claim claim, Duration length, Long tried) {
    var waiter = claimWaits.admit(caller, claim, length, tried);
    return new PendingClaim(waiter.answer, () -> claimWaits.leave(waiter));
  }

  private HttpAnswer ok(EndpointCall call, Claim claim, ClaimAnswer answer, PreferWait wait) {
    if (answer.claims().isEmpty()) {
      engine.rememberNoWork(call.caller(), claim);
    }
    return call.ok(answer, wait.applied());
  }

  /**
   * Answers when the task ends, or with its current state at the time limit.
   *
   * @param read creates the answer
   */
  public HttpAnswer forTask(
      EndpointCall call, String taskId, Duration length, Supplier<HttpAnswer> read) {
    var over = tasks.admit(call.tenantId(), taskId, length);
    var stop = watch.watch(call.request(), () -> over.complete(null));
    var answer =
        over.whenComplete((got, thrown) -> stop.run())
            .thenApplyAsync(x -> read.get(), work -> waitScheduler.now(call.tenantId(), work));
    return HttpAnswer.later(answer, length.plus(MARGIN));
  }

  /** Number of waiting claims. */
  public int claims() {
    return claimWaits.waiting();
  }

  /**
   * Adds a listener that holds waiting requests of its own.
   *
   * @return must be called when the first request of a tenant waits there
   */
  public LongConsumer join(ActivityListener others) {
    signals.add(others, true);
    return signals::waiting;
  }

  public WaitScheduler scheduler() {
    return waitScheduler;
  }

  /** Detects waiting clients that have disconnected. */
  public ClientWatch clients() {
    return watch;
  }

  @Override
  public void destroy() {
    signals.close();
    watch.close();
    waitScheduler.close();
  }
}

package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
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
 * All requests that wait at this server (claims, tasks, and what joins them), and the signals that
 * wake them.
 */
@Component
public final class WaitService implements DisposableBean {

  /** For the claim itself, once its time of waiting is over. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private final WaitScheduler waitScheduler;
  private final ClientWatch watch;
  private final ClaimWaits room;
  private final TaskWaits tasks;
  private final WorkSignals signals;
  private final NoWorkMemory memory;

  WaitService(
      Engine engine,
      OpenDatabase database,
      ServerDrain drain,
      NoWorkMemory memory,
      ServerShares shares) {
    this.memory = memory;
    waitScheduler =
        new WaitScheduler(engine.failures(), shares.of(LimitedResource.WAITING_THREADS));
    watch = new ClientWatch(waitScheduler);
    var waits = shares.of(LimitedResource.WAITING_REQUESTS);
    room = new ClaimWaits(engine, waitScheduler, WaitScheduler.LOOK_MILLIS, waits);
    tasks = new TaskWaits(engine, waitScheduler, WaitScheduler.LOOK_MILLIS, waits);
    signals = new WorkSignals(engine, database.serving(), database.single(), waitScheduler, room);
    signals.add(tasks);
    room.whenFirst(signals::waiting);
    tasks.whenFirst(signals::waiting);
    drain.whenBegun(room::close);
    drain.whenBegun(tasks::close);
  }

  /** A claim that found nothing waits; its answer comes with work, or with the end of its time. */
  public HttpAnswer forWork(EndpointCall call, Claim claim, PreferWait wait) {
    var waiter = room.admit(call.caller(), claim, wait.length());
    var stop = watch.watch(call.request(), () -> room.leave(waiter));
    var answer =
        waiter
            .answer
            .whenComplete((got, refused) -> stop.run())
            .thenApply(got -> ok(call, memory.told(call.caller(), claim, got), wait));
    return HttpAnswer.later(answer, wait.length().plus(MARGIN));
  }

  /**
   * The same for doors that are not HTTP.
   *
   * @param stop tells the claim that nobody waits for it any more
   */
  public record PendingClaim(CompletableFuture<ClaimAnswer> answer, Runnable stop) {}

  public PendingClaim forWork(Caller caller, Claim claim, Duration length) {
    var waiter = room.admit(caller, claim, length);
    return new PendingClaim(waiter.answer, () -> room.leave(waiter));
  }

  private static HttpAnswer ok(EndpointCall call, ClaimAnswer answer, PreferWait wait) {
    return call.ok(answer, wait.applied());
  }

  /**
   * The answer comes with the end of the task, or as the task is at the end of the time.
   *
   * @param read makes the answer, when it is time
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

  /** How many claims wait here now. */
  public int claims() {
    return room.waiting();
  }

  /**
   * Others that keep requests waiting are told what happens, too.
   *
   * @return to be told when the first request of a tenant waits there
   */
  public LongConsumer join(ActivityListener others) {
    signals.add(others);
    return signals::waiting;
  }

  public WaitScheduler scheduler() {
    return waitScheduler;
  }

  /** Tells when a client that waits has gone. */
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

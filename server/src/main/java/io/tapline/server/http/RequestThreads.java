package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.FairExecutor;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.MDC;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The threads that serve requests of authenticated callers. A request is served on its own thread;
 * beyond the share of its tenant and principal it waits in their line, without a thread, so that
 * the requests of other tenants and the health checks find threads.
 */
@Component
final class RequestThreads implements DisposableBean {

  /** Each request is bounded in time, so a line advances and its requests need no deadline. */
  private static final Duration NO_DEADLINE = Duration.ZERO;

  private static final long IDLE_SECONDS = 10;

  private final ExecutorService threads;
  private final FairExecutor requests;

  RequestThreads(ServerShares shares) {
    var share = shares.of(LimitedResource.REQUEST_THREADS);
    threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            work -> {
              var thread = new Thread(work, "tapline-request");
              thread.setDaemon(true);
              return thread;
            });
    requests = new FairExecutor(share, threads);
  }

  static FairShare.Owner owner(Caller caller) {
    return FairShare.Owner.principal(caller.tenantId(), caller.principal());
  }

  /**
   * @param work handles its own exceptions
   */
  HttpAnswer serve(HttpServletRequest request, Caller caller, Supplier<HttpAnswer> work) {
    var owner = owner(caller);
    var connection = ClientConnection.of(request);
    if (connection == null) {
      return work.get();
    }
    connection.proveOwner(owner);
    var thread = requests.enter(owner);
    if (thread != null) {
      // Until the answer is written.
      connection.keepThread(thread);
      return work.get();
    }
    var answer = new CompletableFuture<HttpAnswer>();
    // Log lines of a request carry its id on every thread.
    var logged = MDC.getCopyOfContextMap();
    requests.execute(owner, () -> answer(work, logged, answer));
    return HttpAnswer.later(answer, NO_DEADLINE);
  }

  private static void answer(
      Supplier<HttpAnswer> work, Map<String, String> logged, CompletableFuture<HttpAnswer> answer) {
    if (logged != null) {
      MDC.setContextMap(logged);
    }
    try {
      answer.complete(work.get());
    } catch (RuntimeException | Error e) {
      answer.completeExceptionally(e);
      throw e;
    } finally {
      MDC.clear();
    }
  }

  @Override
  public void destroy() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(threads));
  }
}

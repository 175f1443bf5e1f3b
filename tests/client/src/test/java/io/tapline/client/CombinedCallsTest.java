package io.tapline.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.client.grpc.GrpcWorkPort;
import io.tapline.client.testing.WorkerLab;
import io.tapline.client.worker.Outcome;
import io.tapline.client.worker.WorkPort;
import io.tapline.client.worker.Worker;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Concurrent handlers share the calls of their worker, over HTTP and over gRPC. */
@TaplineServer(grpc = true)
class CombinedCallsTest {

  private static final int SLOTS = 8;
  private static final int JOBS = 10 * SLOTS;

  @Test
  void results_and_claims_of_concurrent_handlers_share_requests_over_http(TestTapline tapline)
      throws Exception {
    try (var client = new WorkerLab(tapline).client()) {
      run(tapline, new HttpWorkPort(client.http()));
    }
  }

  @Test
  void results_and_claims_of_concurrent_handlers_share_calls_over_grpc(TestTapline tapline)
      throws Exception {
    var address = "127.0.0.1:" + tapline.server().grpcPort();
    try (var port = GrpcWorkPort.plain(address, "acme-service")) {
      run(tapline, port);
    }
  }

  private static void run(TestTapline tapline, WorkPort port) throws Exception {
    var lab = new WorkerLab(tapline);
    var queue = lab.queue(600);
    var subjects = lab.enqueueMany(queue, JOBS);
    var calls = new ConcurrentHashMap<String, Integer>();
    // All handlers return at the same moment, as many at a time as there are slots.
    var together = new CyclicBarrier(SLOTS);
    try (var worker =
        Worker.builder("combining", counted(port, calls))
            .queue(queue)
            .concurrency(SLOTS)
            .stopAfter(JOBS)
            .stopAtExit(false)
            .handle(
                job -> {
                  together.await(600, TimeUnit.SECONDS);
                  return job.properties().path("number").asInt() % 4 == 0
                      ? Outcome.failed(ErrorClass.PERMANENT_INPUT, "FOURTH", "every fourth")
                      : Outcome.completed("done");
                })
            .start()) {
      worker.awaitStop();
      assertThat(worker.figures().completed()).isEqualTo(JOBS * 3 / 4);
      assertThat(worker.figures().failed()).isEqualTo(JOBS / 4);
    }
    assertThat(calls.get("report") + calls.get("claim")).isLessThanOrEqualTo(JOBS / 2);
    for (int i = 0; i < JOBS; i++) {
      assertThat(lab.state(subjects.get(i)))
          .isEqualTo(i % 4 == 0 ? "FAILED_TERMINAL" : "COMPLETED");
    }
  }

  private static WorkPort counted(WorkPort port, Map<String, Integer> calls) {
    return (WorkPort)
        Proxy.newProxyInstance(
            WorkPort.class.getClassLoader(),
            new Class<?>[] {WorkPort.class},
            (proxy, method, arguments) -> {
              calls.merge(method.getName(), 1, Integer::sum);
              try {
                return method.invoke(port, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}

package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tapline.grpc.v1.Assignment;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.function.Executable;

/** A server with its gRPC door, and one streamed worker with a queue of its own for each test. */
abstract class DispatchOnServer {

  static final Duration PAST_THE_LEASE = Duration.ofSeconds(61);

  static TestTapline tapline;
  static TenantApi lab;

  StreamedWorker worker;
  String queue;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void worker() {
    worker = worker("acme-service");
    queue = lab.queue();
  }

  @AfterEach
  void close() {
    worker.close();
  }

  static StreamedWorker worker(String token) {
    return new StreamedWorker(tapline.server().grpcPort(), token, TenantApi.unique("streamed"));
  }

  Assignment claimOne() throws Exception {
    lab.enqueue(queue);
    var stream = worker.open();
    stream.ask(worker.demand(queue, 1));
    return stream.next();
  }

  static StatusRuntimeException refused(Executable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call::execute);
  }

  static void assertRefused(Throwable thrown, Status.Code status, String code) {
    assertThat(thrown).isInstanceOf(StatusRuntimeException.class);
    var refusal = (StatusRuntimeException) thrown;
    assertThat(refusal.getStatus().getCode()).isEqualTo(status);
    assertThat(refusal.getTrailers().get(GrpcRefusals.CODE)).isEqualTo(code);
  }
}

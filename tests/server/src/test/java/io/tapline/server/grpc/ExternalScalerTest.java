package io.tapline.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Descriptors.FieldDescriptor;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.keda.GetMetricsRequest;
import io.tapline.grpc.keda.GetMetricsResponse;
import io.tapline.grpc.keda.IsActiveResponse;
import io.tapline.grpc.keda.MetricSpec;
import io.tapline.grpc.keda.MetricValue;
import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server as KEDA sees it: what it asks before it starts and stops workers. */
@TaplineServer(grpc = true)
class ExternalScalerTest {

  private static TestTapline tapline;
  private static TenantApi lab;
  private static ManagedChannel channel;

  private String queue;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme", 600);
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", tapline.server().grpcPort())
            .usePlaintext()
            .build();
  }

  @AfterAll
  static void stop() {
    channel.shutdownNow();
  }

  @BeforeEach
  void queue() {
    queue = lab.queue();
  }

  private static ExternalScalerGrpc.ExternalScalerBlockingStub keda() {
    return ExternalScalerGrpc.newBlockingStub(channel).withDeadlineAfter(120, TimeUnit.SECONDS);
  }

  /** As KEDA sends it, with what is its own. */
  private static ScaledObjectRef trigger(Map<String, String> metadata) {
    return ScaledObjectRef.newBuilder()
        .setName("worker")
        .setNamespace("lab")
        .putScalerMetadata("scalerAddress", "tapline:9090")
        .putAllScalerMetadata(metadata)
        .build();
  }

  private ScaledObjectRef trigger() {
    return trigger(Map.of("queue", queue, "target", "10", "tokenFromEnv", "acme-service"));
  }

  private static GetMetricsResponse metrics(ScaledObjectRef trigger) {
    return keda()
        .getMetrics(
            GetMetricsRequest.newBuilder()
                .setScaledObjectRef(trigger)
                .setMetricName("tapline-queue-work")
                .build());
  }

  private static void assertWork(ScaledObjectRef trigger, long work) {
    var value = metrics(trigger).getMetricValues(0);
    assertThat(value.getMetricName()).isEqualTo("tapline-queue-work");
    assertThat(value.getMetricValue()).isEqualTo(work);
    assertThat(value.getMetricValueFloat()).isEqualTo(work);
    assertThat(keda().isActive(trigger).getResult()).isEqualTo(work > 0);
  }

  @Test
  void work_is_what_could_be_claimed_and_what_is_being_done() {
    assertWork(trigger(), 0);
    lab.enqueue(queue);
    lab.enqueue(queue);
    lab.enqueueWith(queue, "ready_at", "2999-01-01T00:00:00Z");
    assertWork(trigger(), 2);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    assertWork(trigger(), 2);
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    assertWork(trigger(), 1);
  }

  /** The next worker could claim nothing, and the one at work is let finish. */
  @Test
  void a_paused_queue_asks_for_those_at_work_only() {
    lab.enqueue(queue);
    lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body(
                "queue_key",
                queue,
                "expected_revision",
                1,
                "enabled",
                false,
                "reason",
                "the freezer is warm"))
        .ok();
    assertWork(trigger(), 1);
  }

  @Test
  void the_target_is_told_as_newer_and_older_versions_read_it() {
    var trigger = trigger(Map.of("queue", queue, "target", "2.5", "token", "acme-service"));
    assertThat(keda().getMetricSpec(trigger).getMetricSpecsList())
        .containsExactly(
            MetricSpec.newBuilder()
                .setMetricName("tapline-queue-work")
                .setTargetSize(3)
                .setTargetSizeFloat(2.5)
                .build());
    var small = trigger(Map.of("queue", queue, "target", "0.25", "token", "acme-service"));
    assertThat(keda().getMetricSpec(small).getMetricSpecs(0).getTargetSize()).isEqualTo(1);
  }

  private static void assertRefused(
      ScaledObjectRef trigger, Status.Code status, String code, String field) {
    List<org.junit.jupiter.api.function.Executable> calls =
        List.of(
            () -> keda().isActive(trigger),
            () -> keda().getMetricSpec(trigger),
            () -> metrics(trigger),
            () -> keda().streamIsActive(trigger).next());
    for (var call : calls) {
      var thrown = catchThrowableOfType(StatusRuntimeException.class, call::execute);
      assertThat(thrown).isNotNull();
      assertThat(thrown.getStatus().getCode()).isEqualTo(status);
      assertThat(thrown.getTrailers().get(GrpcRefusals.CODE)).isEqualTo(code);
      assertThat(thrown.getTrailers().get(GrpcRefusals.FIELD)).isEqualTo(field);
    }
  }

  @Test
  void nobody_is_told_anything_without_a_token_that_is_known() {
    var unauthenticated = Status.Code.UNAUTHENTICATED;
    assertRefused(trigger(Map.of()), unauthenticated, "UNAUTHENTICATED", null);
    assertRefused(
        trigger(Map.of("queue", queue, "target", "1")), unauthenticated, "UNAUTHENTICATED", null);
    assertRefused(
        trigger(Map.of("queue", queue, "target", "1", "token", "stolen")),
        unauthenticated,
        "UNAUTHENTICATED",
        null);
  }

  @Test
  void a_token_in_the_call_goes_before_one_in_the_trigger() {
    try (var worker = new StreamedWorker(tapline.server().grpcPort(), "acme-human", null)) {
      var stub = ExternalScalerGrpc.newBlockingStub(worker.channel());
      var trigger = trigger(Map.of("queue", queue, "target", "1", "token", "stolen"));
      assertThat(stub.isActive(trigger).getResult()).isFalse();
    }
  }

  @Test
  void a_queue_is_one_of_the_tokens_own_tenant() {
    assertRefused(
        trigger(Map.of("queue", queue, "target", "1", "token", "other-admin")),
        Status.Code.NOT_FOUND,
        "NOT_FOUND",
        "queue_key");
  }

  @Test
  void a_trigger_that_is_wrong_is_told_which_field() {
    var token = Map.of("token", "acme-service");
    assertInvalid("queue", token);
    assertInvalid("target", token, "queue", queue);
    for (var wrong : List.of("many", "0", "-1", "NaN", "Infinity", "1000001")) {
      assertInvalid("target", token, "queue", queue, "target", wrong);
    }
    var other =
        GetMetricsRequest.newBuilder().setScaledObjectRef(trigger()).setMetricName("cpu").build();
    var thrown = catchThrowableOfType(StatusRuntimeException.class, () -> keda().getMetrics(other));
    assertThat(thrown.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(thrown.getStatus().getDescription()).contains("tapline-queue-work");
  }

  @Test
  void no_text_is_a_fault_of_the_server() {
    for (var text : List.of("a\u0000b", " ", "x".repeat(10_000), "\ud83d\ude00", "'; --", "\r\n")) {
      var queue = trigger(Map.of("queue", text, "target", "1", "token", "acme-service"));
      var thrown = catchThrowableOfType(StatusRuntimeException.class, () -> keda().isActive(queue));
      assertThat(thrown.getStatus().getCode())
          .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.NOT_FOUND);
      assertRefused(
          trigger(Map.of("queue", "q", "target", "1", "tokenFromEnv", text)),
          Status.Code.UNAUTHENTICATED,
          "UNAUTHENTICATED",
          null);
    }
    var none =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () -> keda().getMetrics(GetMetricsRequest.getDefaultInstance()));
    assertThat(none.getStatus().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  private static void assertInvalid(String field, Map<String, String> token, String... more) {
    var metadata = new TreeMap<>(token);
    for (int i = 0; i < more.length; i += 2) {
      metadata.put(more[i], more[i + 1]);
    }
    assertRefused(trigger(metadata), Status.Code.INVALID_ARGUMENT, "VALIDATION_FAILED", field);
  }

  /** The messages of a stream in order, and its final status. */
  private static final class Heard implements StreamObserver<IsActiveResponse> {
    private final BlockingQueue<Object> all = new LinkedBlockingQueue<>();

    @Override
    public void onNext(IsActiveResponse response) {
      all.add(response.getResult());
    }

    @Override
    public void onError(Throwable thrown) {
      all.add(Status.fromThrowable(thrown).getCode());
    }

    @Override
    public void onCompleted() {
      all.add(Status.Code.OK);
    }

    Object next() throws InterruptedException {
      return all.poll(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void a_stream_tells_at_once_and_with_every_change_and_ends_with_its_token() throws Exception {
    var made =
        lab.admin
            .post(
                "/api/v1/tokens",
                TenantApi.body(
                    "name",
                    TenantApi.unique("keda"),
                    "roles",
                    new String[] {"worker_service"},
                    "reason",
                    "for the cluster"))
            .ok();
    var heard = new Heard();
    ExternalScalerGrpc.newStub(channel)
        .streamIsActive(
            trigger(
                Map.of(
                    "queue", queue, "target", "1", "tokenFromEnv", made.path("token").asString())),
            heard);
    assertThat(heard.next()).isEqualTo(false);
    lab.enqueue(queue);
    assertThat(heard.next()).isEqualTo(true);
    var worker = lab.worker();
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
    assertThat(heard.next()).isEqualTo(false);
    lab.admin
        .post(
            "/api/v1/tokens/" + made.path("token_euid").asString() + "/revoke",
            TenantApi.body("reason", "seen by others"))
        .ok();
    assertThat(heard.next()).isEqualTo(Status.Code.UNAUTHENTICATED);
  }

  private static FairShare seats() {
    return tapline.server().bean(ServerShares.class).of(LimitedResource.ACTIVITY_STREAMS);
  }

  @Test
  void a_tenant_has_so_many_streams_and_no_more_until_one_leaves() throws Exception {
    var open = new ArrayList<io.grpc.ClientCall<ScaledObjectRef, IsActiveResponse>>();
    for (int i = 0; i < seats().mostOfGroup(); i++) {
      open.add(channel.newCall(ExternalScalerGrpc.getStreamIsActiveMethod(), CallOptions.DEFAULT));
      var heard = new Heard();
      ClientCalls.asyncServerStreamingCall(open.get(i), trigger(), heard);
      assertThat(heard.next()).isEqualTo(false);
    }
    var late = new Heard();
    ExternalScalerGrpc.newStub(channel).streamIsActive(trigger(), late);
    assertThat(late.next()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    var others = new Heard();
    var elsewhere = new TenantApi(tapline, "other").queue();
    ExternalScalerGrpc.newStub(channel)
        .streamIsActive(
            trigger(Map.of("queue", elsewhere, "target", "1", "token", "other-service")), others);
    assertThat(others.next()).as("another tenant has room").isEqualTo(false);
    open.forEach(call -> call.cancel("enough", null));
    Object first;
    do {
      var again = new Heard();
      ExternalScalerGrpc.newStub(channel).streamIsActive(trigger(), again);
      first = again.next();
    } while (Status.Code.RESOURCE_EXHAUSTED.equals(first));
    assertThat(first).isEqualTo(false);
  }

  /**
   * KEDA has stubs of its own: what goes over the wire is names of methods and numbers of fields.
   */
  @Test
  void the_contract_is_kedas() {
    assertThat(
            ExternalScalerGrpc.getServiceDescriptor().getMethods().stream()
                .map(method -> method.getFullMethodName() + " " + method.getType()))
        .containsExactlyInAnyOrder(
            "externalscaler.ExternalScaler/IsActive UNARY",
            "externalscaler.ExternalScaler/StreamIsActive SERVER_STREAMING",
            "externalscaler.ExternalScaler/GetMetricSpec UNARY",
            "externalscaler.ExternalScaler/GetMetrics UNARY");
    var fields =
        Stream.of(
                ScaledObjectRef.getDescriptor(),
                IsActiveResponse.getDescriptor(),
                io.tapline.grpc.keda.GetMetricSpecResponse.getDescriptor(),
                MetricSpec.getDescriptor(),
                GetMetricsRequest.getDescriptor(),
                GetMetricsResponse.getDescriptor(),
                MetricValue.getDescriptor())
            .flatMap(message -> message.getFields().stream())
            .map(field -> field.getFullName() + " " + field.getNumber() + " " + kind(field))
            .collect(Collectors.joining("\n"));
    assertThat(fields)
        .isEqualTo(
            """
            externalscaler.ScaledObjectRef.name 1 STRING
            externalscaler.ScaledObjectRef.namespace 2 STRING
            externalscaler.ScaledObjectRef.scalerMetadata 3 map
            externalscaler.IsActiveResponse.result 1 BOOL
            externalscaler.GetMetricSpecResponse.metricSpecs 1 MESSAGE
            externalscaler.MetricSpec.metricName 1 STRING
            externalscaler.MetricSpec.targetSize 2 INT64
            externalscaler.MetricSpec.targetSizeFloat 3 DOUBLE
            externalscaler.GetMetricsRequest.scaledObjectRef 1 MESSAGE
            externalscaler.GetMetricsRequest.metricName 2 STRING
            externalscaler.GetMetricsResponse.metricValues 1 MESSAGE
            externalscaler.MetricValue.metricName 1 STRING
            externalscaler.MetricValue.metricValue 2 INT64
            externalscaler.MetricValue.metricValueFloat 3 DOUBLE\
            """);
  }

  private static String kind(FieldDescriptor field) {
    return field.isMapField() ? "map" : field.getType().name();
  }
}

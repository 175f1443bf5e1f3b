package io.tapline.server.testing;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.ForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.StreamObserver;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.keda.GetMetricsRequest;
import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.grpc.v1.Assignment;
import io.tapline.grpc.v1.Demand;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.grpc.v1.HeartbeatRequest;
import io.tapline.grpc.v1.LookUpQueueRequest;
import io.tapline.grpc.v1.RegisterRequest;
import io.tapline.grpc.v1.ReportProgressRequest;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.ResultOutcome;
import io.tapline.grpc.v1.StartRequest;
import io.tapline.grpc.v1.Success;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Each method of dispatch.proto and of what KEDA asks, called about objects of some tenant by every
 * caller with a token.
 */
public final class GrpcCalls implements AutoCloseable {

  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Metadata.Key<String> CODE =
      Metadata.Key.of("tapline-code", Metadata.ASCII_STRING_MARSHALLER);
  private static final String PREFIX = "gRPC ";

  private final ManagedChannel channel;
  private final Channel authorized;

  public GrpcCalls(int port, String token) {
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    authorized = ClientInterceptors.intercept(channel, new Bearer(token));
  }

  /** All methods that there are, as the page of roles calls them. */
  public static Set<String> names() {
    var names = new TreeSet<String>();
    for (var service :
        List.of(DispatchGrpc.getServiceDescriptor(), ExternalScalerGrpc.getServiceDescriptor())) {
      service.getMethods().forEach(method -> names.add(PREFIX + method.getBareMethodName()));
    }
    return names;
  }

  /** The code that it is refused with; empty when it is not. */
  public String code(String name, TenantObjects objects) throws Exception {
    var calls = DispatchGrpc.newBlockingStub(authorized).withDeadlineAfter(120, TimeUnit.SECONDS);
    var worker = objects.named("worker_euid");
    try {
      return switch (name.substring(PREFIX.length())) {
        case "Register" -> {
          calls.register(
              RegisterRequest.newBuilder().setWorkerKey(TenantApi.unique("grpc")).build());
          yield "";
        }
        case "LookUpQueue" -> {
          var queue = objects.named("queue_key");
          calls.lookUpQueue(LookUpQueueRequest.newBuilder().setQueueKey(queue).build());
          yield "";
        }
        case "Work" -> work(objects);
        case "Heartbeat" -> {
          calls.heartbeat(
              HeartbeatRequest.newBuilder()
                  .setWorkerEuid(worker)
                  .addLeaseEuids(objects.named("lease_euid"))
                  .build());
          yield "";
        }
        case "ReportResult" -> {
          calls.reportResult(result(objects));
          yield "";
        }
        case "ReportResults" ->
            first(
                calls
                    .reportResults(
                        ReportResultsRequest.newBuilder().addResults(result(objects)).build())
                    .getOutcomesList());
        case "Start" ->
            calls
                .start(
                    StartRequest.newBuilder()
                        .setWorkerEuid(worker)
                        .setSubjectEuid(objects.named("subject_euid"))
                        .setLeaseEuid(objects.named("lease_euid"))
                        .build())
                .getState();
        case "ReportProgress" -> {
          var request = ReportProgressRequest.newBuilder().setWorkerEuid(worker);
          request
              .addNotesBuilder()
              .setSubjectEuid(objects.named("subject_euid"))
              .setLeaseEuid(objects.named("lease_euid"))
              .setMessage("half");
          yield first(calls.reportProgress(request.build()).getOutcomesList());
        }
        case "IsActive", "StreamIsActive", "GetMetricSpec", "GetMetrics" ->
            scaler(name.substring(PREFIX.length()), objects.named("queue_key"));
        default -> throw new AssertionError("nobody knows how to call " + name);
      };
    } catch (io.grpc.StatusRuntimeException e) {
      return code(e);
    }
  }

  private String scaler(String method, String queue) {
    var calls =
        ExternalScalerGrpc.newBlockingStub(authorized).withDeadlineAfter(120, TimeUnit.SECONDS);
    var trigger =
        ScaledObjectRef.newBuilder()
            .putScalerMetadata("queue", queue)
            .putScalerMetadata("target", "1")
            .build();
    switch (method) {
      case "IsActive" -> calls.isActive(trigger);
      case "StreamIsActive" -> calls.streamIsActive(trigger).next();
      case "GetMetricSpec" -> calls.getMetricSpec(trigger);
      default ->
          calls.getMetrics(
              GetMetricsRequest.newBuilder()
                  .setScaledObjectRef(trigger)
                  .setMetricName("tapline-queue-work")
                  .build());
    }
    return "";
  }

  private static String first(List<ResultOutcome> outcomes) {
    return outcomes.get(0).getCode();
  }

  private static Result result(TenantObjects objects) {
    return Result.newBuilder()
        .setIdempotencyKey(TenantApi.unique("key"))
        .setSubjectEuid(objects.named("subject_euid"))
        .setWorkerEuid(objects.named("worker_euid"))
        .setLeaseEuid(objects.named("lease_euid"))
        .setSuccess(Success.getDefaultInstance())
        .build();
  }

  private String work(TenantObjects objects) throws Exception {
    var end = new CompletableFuture<String>();
    var demand =
        DispatchGrpc.newStub(authorized)
            .work(
                new StreamObserver<Assignment>() {
                  @Override
                  public void onNext(Assignment assignment) {
                    end.complete("");
                  }

                  @Override
                  public void onError(Throwable thrown) {
                    end.complete(code(thrown));
                  }

                  @Override
                  public void onCompleted() {
                    end.complete("");
                  }
                });
    demand.onNext(
        Demand.newBuilder()
            .setWorkerEuid(objects.named("worker_euid"))
            .setQueueKey(objects.named("queue_key"))
            .setSlots(1)
            .build());
    return end.get(120, TimeUnit.SECONDS);
  }

  private static String code(Throwable thrown) {
    var trailers = Status.trailersFromThrowable(thrown);
    var code = trailers == null ? null : trailers.get(CODE);
    return code == null ? Status.fromThrowable(thrown).toString() : code;
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private record Bearer(String token) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
        @Override
        public void start(Listener<R> listener, Metadata headers) {
          if (token != null) {
            headers.put(AUTHORIZATION, "Bearer " + token);
          }
          super.start(listener, headers);
        }
      };
    }
  }
}

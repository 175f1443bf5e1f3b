package io.tapline.server.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.keda.GetMetricSpecResponse;
import io.tapline.grpc.keda.GetMetricsRequest;
import io.tapline.grpc.keda.GetMetricsResponse;
import io.tapline.grpc.keda.IsActiveResponse;
import io.tapline.grpc.keda.MetricSpec;
import io.tapline.grpc.keda.MetricValue;
import io.tapline.grpc.keda.ScaledObjectRef;
import io.tapline.server.base.FairShare;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Returns the number of jobs of a queue to KEDA, which derives the number of workers. It counts
 * claimable and running jobs: without the latter, KEDA would remove a worker during its last job.
 */
final class ScalerService extends ExternalScalerGrpc.ExternalScalerImplBase {

  /** One name for all triggers: KEDA distinguishes them by their index. */
  static final String METRIC = "tapline-queue-work";

  private final Engine engine;
  private final Executor hands;
  private final FairShare seats;
  private final List<ActivityStream> streams = new CopyOnWriteArrayList<>();

  /**
   * @param seats each stream is one scaled object of a cluster
   */
  ScalerService(Engine engine, Executor hands, FairShare seats) {
    this.engine = engine;
    this.hands = hands;
    this.seats = seats;
  }

  @Override
  public void isActive(ScaledObjectRef trigger, StreamObserver<IsActiveResponse> reply) {
    answer(trigger, reply, caller -> active(work(caller, ScalerRequest.of(trigger)) > 0));
  }

  @Override
  public void getMetricSpec(ScaledObjectRef trigger, StreamObserver<GetMetricSpecResponse> reply) {
    answer(
        trigger,
        reply,
        caller -> {
          var request = ScalerRequest.of(trigger);
          // A trigger for an unknown queue is refused now, not when it should have scaled.
          work(caller, request);
          return GetMetricSpecResponse.newBuilder()
              .addMetricSpecs(
                  MetricSpec.newBuilder()
                      .setMetricName(METRIC)
                      .setTargetSize(Math.max(1, Math.round(request.target())))
                      .setTargetSizeFloat(request.target()))
              .build();
        });
  }

  @Override
  public void getMetrics(GetMetricsRequest request, StreamObserver<GetMetricsResponse> reply) {
    var trigger = request.getScaledObjectRef();
    answer(
        trigger,
        reply,
        caller -> {
          if (!METRIC.equals(request.getMetricName())) {
            throw ProblemException.invalid("metricName", "the only metric is " + METRIC);
          }
          long work = work(caller, ScalerRequest.of(trigger));
          return GetMetricsResponse.newBuilder()
              .addMetricValues(
                  MetricValue.newBuilder()
                      .setMetricName(METRIC)
                      .setMetricValue(work)
                      .setMetricValueFloat(work))
              .build();
        });
  }

  @Override
  public void streamIsActive(ScaledObjectRef trigger, StreamObserver<IsActiveResponse> out) {
    var caller = GrpcCallers.current().with(ScalerRequest.token(trigger));
    try {
      caller.prove();
      OpenCallLimits.leaveStrangers();
      var request = ScalerRequest.of(trigger);
      var seat = seats.take(FairShare.Owner.tenant(caller.tenantId()));
      if (seat == null) {
        throw ProblemException.of(
            ProblemCode.TOO_MANY_READERS,
            ("the limit of activity streams is reached: of %s streams, one tenant may use "
                    + "%s; use the trigger `external`, which polls")
                .formatted(seats.total(), seats.mostOfGroup()));
      }
      var stream =
          new ActivityStream(
              () -> work(caller, request) > 0,
              caller,
              (ServerCallStreamObserver<IsActiveResponse>) out,
              ended -> {
                seat.close();
                streams.remove(ended);
              });
      streams.add(stream);
      stream.look();
    } catch (RuntimeException e) {
      out.onError(caller.refusal(e));
    }
  }

  /** Sends changes to the subscribers; must be called every few seconds. */
  void look() {
    streams.forEach(stream -> hands.execute(() -> isolate(stream::look)));
  }

  /** Ends the streams; KEDA connects to another server. */
  void drain() {
    streams.forEach(stream -> isolate(stream::end));
  }

  private void isolate(BackgroundFailures.Part part) {
    engine.failures().isolate(Task.GRPC_STREAM, "a stream of activity", part);
  }

  private long work(GrpcCaller caller, ScalerRequest request) {
    var queue = engine.reads().queues().one(caller.prove().tenantId(), request.queueKey());
    var figures = queue.figures();
    // Jobs of a paused queue cannot be claimed.
    return (queue.policy().enabled() ? figures.queueDepth() : 0) + figures.activeLeases();
  }

  static IsActiveResponse active(boolean active) {
    return IsActiveResponse.newBuilder().setResult(active).build();
  }

  private static <R> void answer(
      ScaledObjectRef trigger, StreamObserver<R> reply, Function<GrpcCaller, R> work) {
    var caller = GrpcCallers.current().with(ScalerRequest.token(trigger));
    try {
      // First, so that an unauthenticated client learns neither which queues exist nor which field
      // is invalid.
      caller.prove();
      reply.onNext(work.apply(caller));
      reply.onCompleted();
    } catch (RuntimeException e) {
      reply.onError(caller.refusal(e));
    }
  }

  /** Sends a KEDA subscriber whether there is work, at once and at every change. */
  private static final class ActivityStream {

    private final BooleanSupplier active;
    private final GrpcCaller caller;
    private final ServerCallStreamObserver<IsActiveResponse> out;
    private final Consumer<ActivityStream> whenEnded;
    private Boolean lastSent;
    private boolean ended;

    ActivityStream(
        BooleanSupplier active,
        GrpcCaller caller,
        ServerCallStreamObserver<IsActiveResponse> out,
        Consumer<ActivityStream> whenEnded) {
      this.active = active;
      this.caller = caller;
      this.out = out;
      this.whenEnded = whenEnded;
      out.setOnCancelHandler(this::left);
    }

    /** The token is checked each time, because it may have been revoked. */
    synchronized void look() {
      if (ended) {
        return;
      }
      try {
        boolean now = active.getAsBoolean();
        if (lastSent == null || lastSent != now) {
          lastSent = now;
          out.onNext(ScalerService.active(now));
        }
      } catch (RuntimeException e) {
        left();
        out.onError(caller.refusal(e));
      }
    }

    synchronized void end() {
      if (!ended) {
        left();
        out.onCompleted();
      }
    }

    private synchronized void left() {
      ended = true;
      whenEnded.accept(this);
    }
  }

  /**
   * The metadata of a KEDA trigger. Keys of KEDA itself, such as the address, are ignored.
   *
   * @param queueKey the queue whose depth counts
   * @param target intended number of jobs for one worker
   * @param token the caller's token; null when the call itself carries a credential
   */
  private record ScalerRequest(String queueKey, double target, String token) {

    /** KEDA converts it to an integer quantity of Kubernetes. */
    static final double MOST_TARGET = 1_000_000;

    /** Keeps the token out of logs. */
    @Override
    public String toString() {
      return "queue " + queueKey + ", target " + target;
    }

    static ScalerRequest of(ScaledObjectRef trigger) {
      return new ScalerRequest(
          required(trigger, "queue", "the key of the queue"), target(trigger), token(trigger));
    }

    /**
     * Read before the other fields are checked, so that an unauthenticated client learns nothing.
     */
    static String token(ScaledObjectRef trigger) {
      var token = trigger.getScalerMetadataOrDefault("tokenFromEnv", "");
      return token.isEmpty() ? emptyToNull(trigger.getScalerMetadataOrDefault("token", "")) : token;
    }

    private static double target(ScaledObjectRef trigger) {
      var text = required(trigger, "target", "the number of jobs per worker");
      double target;
      try {
        target = Double.parseDouble(text);
      } catch (NumberFormatException e) {
        target = Double.NaN;
      }
      if (!(target > 0 && target <= MOST_TARGET)) {
        throw ProblemException.invalid(
            "target", "must be a number above 0 and at most 1000000, as \"10\"");
      }
      return target;
    }

    private static String required(ScaledObjectRef trigger, String key, String what) {
      var value = trigger.getScalerMetadataOrDefault(key, "");
      if (value.isBlank()) {
        throw ProblemException.invalid(key, "is missing in the metadata of the trigger: " + what);
      }
      return value;
    }

    private static String emptyToNull(String text) {
      return text.isEmpty() ? null : text;
    }
  }
}

package io.tapline.server.grpc;

import io.grpc.Server;
import io.grpc.ServerInterceptors;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerOptions;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.base.Ticker;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.BodyReader;
import io.tapline.server.longpoll.WaitService;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/** The gRPC listener for workers that receive their work as a stream, if it is configured. */
@Component
public final class GrpcListener implements DisposableBean {

  /**
   * Idle time before a keep-alive ping. The library has one value for all connections, so this one
   * is shorter than the terms of nearly all leases.
   */
  private static final long KEEP_ALIVE_SECONDS = 5;

  /** Time to answer a ping; garbage collection pauses of a worker are rarely longer. */
  private static final long PING_ANSWER_SECONDS = 5;

  /** Tolerance for late timers on a loaded machine. */
  private static final long LATE_SECONDS = 5;

  /** Assignments that were sent earlier than this before a failed ping reached the worker. */
  static final Duration UNCERTAIN =
      Duration.ofSeconds(KEEP_ALIVE_SECONDS + PING_ANSWER_SECONDS + LATE_SECONDS);

  private static final long PATIENCE_SECONDS = 5;

  /** A client queues further calls until one of these ends. */
  static final int MOST_CALLS_OF_CONNECTION = 1_000;

  /** Bytes that a connection may have sent before the server reads them. */
  private static final int FLOW_CONTROL_BYTES = 1024 * 1024;

  /** A connection without calls is closed after this time. */
  private static final long IDLE_MINUTES = 5;

  /** Interval of the checks of streams and their leases. */
  private static final long LOOK_SECONDS = 1;

  /** Interval of the activity checks; the start of a pod takes longer. */
  private static final long SCALER_SECONDS = 3;

  private final ShareExecutors hands;
  private final ScheduledExecutorService looks;
  private final Server server;

  GrpcListener(
      ServerOptions settings,
      Engine engine,
      WaitService waitService,
      Authenticator authenticator,
      ServerDrain drain,
      ServerShares shares,
      Ticker ticker) {
    if (settings.grpcPort() == null) {
      hands = null;
      looks = null;
      server = null;
      return;
    }
    hands = new ShareExecutors(settings.connections());
    looks = Executors.newSingleThreadScheduledExecutor(GrpcListener::thread);
    var service =
        new DispatchService(engine, waitService, hands.executorOf(ConnectionShare.ORDINARY), drain);
    var scaler =
        new ScalerService(
            engine,
            hands.executorOf(ConnectionShare.ORDINARY),
            shares.of(LimitedResource.ACTIVITY_STREAMS));
    var messages = new GrpcMessageLimits(shares, ticker);
    var openCalls = new OpenCallLimits(shares);
    // Health and reflection are open to every client that reaches the port: they expose the serving
    // state and the published contract only.
    var health = new HealthStatusManager();
    health.setStatus(DispatchGrpc.SERVICE_NAME, ServingStatus.SERVING);
    health.setStatus(ExternalScalerGrpc.SERVICE_NAME, ServingStatus.SERVING);
    server =
        start(
            settings,
            NettyServerBuilder.forAddress(
                    new InetSocketAddress(settings.host(), settings.grpcPort()))
                // This executor looks up the method of each call, so its tasks must not block.
                .executor(hands.executorOf(ConnectionShare.RENEWAL))
                .callExecutor(hands)
                .maxInboundMessageSize(BodyReader.MOST_BYTES)
                .maxConcurrentCallsPerConnection(MOST_CALLS_OF_CONNECTION)
                .flowControlWindow(FLOW_CONTROL_BYTES)
                .maxConnectionIdle(IDLE_MINUTES, TimeUnit.MINUTES)
                .addTransportFilter(openCalls)
                .addStreamTracerFactory(messages)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(PING_ANSWER_SECONDS, TimeUnit.SECONDS)
                .addStreamTracerFactory(new ConnectionLoss.Factory())
                .addService(
                    ServerInterceptors.intercept(service, GrpcCallers.proven(authenticator)))
                .addService(
                    ServerInterceptors.intercept(
                        scaler, GrpcCallers.unproven(authenticator), openCalls))
                .addService(ServerInterceptors.intercept(health.getHealthService(), openCalls))
                .addService(
                    ServerInterceptors.intercept(
                        ProtoReflectionServiceV1.newInstance(), openCalls)));
    every(LOOK_SECONDS, engine, messages::endOverdue);
    every(LOOK_SECONDS, engine, service.streams()::look);
    every(SCALER_SECONDS, engine, scaler::look);
    drain.whenAnnounced(health::enterTerminalState);
    drain.whenBegun(
        () -> {
          looks.shutdown();
          server.shutdown();
          service.streams().drain();
          scaler.drain();
        });
  }

  private void every(long seconds, Engine engine, BackgroundFailures.Part look) {
    looks.scheduleWithFixedDelay(
        () -> engine.failures().isolate(Task.GRPC_STREAM, "all streams", look),
        seconds,
        seconds,
        TimeUnit.SECONDS);
  }

  private static Server start(ServerOptions settings, NettyServerBuilder builder) {
    try {
      return builder.build().start();
    } catch (IOException e) {
      throw new StartupRefused(
          "Port %s of %s is in use or not permitted; choose another one with --grpc-port."
              .formatted(settings.grpcPort(), settings.host()),
          e);
    }
  }

  static Thread thread(Runnable work) {
    var thread = new Thread(work, "tapline-grpc");
    thread.setDaemon(true);
    return thread;
  }

  /** 0 when there is no listener. */
  public int port() {
    return server == null ? 0 : server.getPort();
  }

  @Override
  public void destroy() throws InterruptedException {
    if (server == null) {
      return;
    }
    ExecutorStop.orderly(ExecutorStop.USUAL, List.of(looks));
    if (!server.shutdown().awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      server.shutdownNow();
    }
    hands.close();
  }
}

package io.tapline.server.grpc;

import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.tapline.grpc.keda.ExternalScalerGrpc;
import io.tapline.grpc.v1.DispatchGrpc;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.database.ConnectionShare;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads of gRPC calls, a pool for each share of the database connections: calls that wait for
 * a locked row never occupy a thread that heartbeats need.
 */
final class ShareExecutors implements ServerCallExecutorSupplier {

  private static final Map<String, ConnectionShare> SHARES =
      Map.ofEntries(
          entry(DispatchGrpc.getHeartbeatMethod(), ConnectionShare.RENEWAL),
          entry(DispatchGrpc.getReportProgressMethod(), ConnectionShare.RENEWAL),
          entry(DispatchGrpc.getStartMethod(), ConnectionShare.ENDING),
          entry(DispatchGrpc.getReportResultMethod(), ConnectionShare.ENDING),
          entry(DispatchGrpc.getReportResultsMethod(), ConnectionShare.ENDING),
          entry(DispatchGrpc.getRegisterMethod(), ConnectionShare.ORDINARY),
          entry(DispatchGrpc.getLookUpQueueMethod(), ConnectionShare.ORDINARY),
          entry(DispatchGrpc.getWorkMethod(), ConnectionShare.ORDINARY),
          entry(ExternalScalerGrpc.getIsActiveMethod(), ConnectionShare.ORDINARY),
          entry(ExternalScalerGrpc.getStreamIsActiveMethod(), ConnectionShare.ORDINARY),
          entry(ExternalScalerGrpc.getGetMetricSpecMethod(), ConnectionShare.ORDINARY),
          entry(ExternalScalerGrpc.getGetMetricsMethod(), ConnectionShare.ORDINARY));

  private static Map.Entry<String, ConnectionShare> entry(
      MethodDescriptor<?, ?> method, ConnectionShare share) {
    return Map.entry(method.getFullMethodName(), share);
  }

  private final Map<ConnectionShare, ExecutorService> threads =
      new EnumMap<>(ConnectionShare.class);

  /**
   * @param each number of threads of every share; each may hold a database connection
   */
  ShareExecutors(int each) {
    for (var share : ConnectionShare.values()) {
      threads.put(share, Executors.newFixedThreadPool(each, GrpcListener::thread));
    }
  }

  /** The executor of a share; connections of its threads count to that share. */
  Executor executorOf(ConnectionShare share) {
    var own = threads.get(share);
    return work ->
        own.execute(
            () -> {
              try (var scope = share.enter()) {
                assert scope != null;
                work.run();
              }
            });
  }

  /** Calls of other services, such as gRPC's health service, never use the database. */
  static ConnectionShare shareOf(String method) {
    return SHARES.getOrDefault(method, ConnectionShare.RENEWAL);
  }

  @Override
  public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata headers) {
    return executorOf(shareOf(call.getMethodDescriptor().getFullMethodName()));
  }

  void close() {
    ExecutorStop.orderly(ExecutorStop.USUAL, List.copyOf(threads.values()));
  }
}

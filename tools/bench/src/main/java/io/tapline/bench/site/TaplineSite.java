package io.tapline.bench.site;

import io.tapline.api.ClaimAnswer;
import java.time.Duration;
import java.util.List;

/** Tapline with one tenant and its queue, in process or over HTTP. */
public interface TaplineSite extends AutoCloseable {

  /** Registers a worker with this limit of concurrent leases. */
  String worker(int limit);

  /** Enqueues jobs without a payload except their number, which counts from {@code from}. */
  void enqueue(int from, int count);

  /** Claims and starts; waits up to this time for a job. */
  List<ClaimAnswer.Item> claim(String worker, String queueKey, int most, Duration wait);

  /** Completes, and claims as many in the same request. */
  List<ClaimAnswer.Item> completeAndClaim(
      String worker, List<ClaimAnswer.Item> claims, String queueKey, int most);

  /** One job is completed by its own request; several share one request. */
  void complete(String worker, List<ClaimAnswer.Item> claims);

  @Override
  void close();
}

package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import java.time.Duration;

/** Limit of failed credentials per address: a token bucket that refills evenly within a minute. */
final class FailureLimit {

  /** Above this number, the address with the oldest failure is dropped: memory is bounded. */
  static final int MOST_ADDRESSES = 10_000;

  private static final Duration FULL_AGAIN = Duration.ofMinutes(1);

  private final int most;
  private final Ticker ticker;
  private final ExpiringCache<Bucket> buckets;

  private static final class Bucket {
    private double left;
    private long at;

    Bucket(double left, long at) {
      this.left = left;
      this.at = at;
    }
  }

  FailureLimit(int mostPerMinute, Ticker ticker) {
    this.most = mostPerMinute;
    this.ticker = ticker;
    this.buckets = new ExpiringCache<>(MOST_ADDRESSES, FULL_AGAIN, ticker);
  }

  /** Seconds until the address may try again; 0 if it may now. */
  synchronized long waitSeconds(String address) {
    var bucket = buckets.get(address);
    if (bucket == null) {
      return 0;
    }
    refill(bucket);
    return bucket.left >= 1
        ? 0
        : (long) Math.ceil((1 - bucket.left) * FULL_AGAIN.toSeconds() / most);
  }

  synchronized void failed(String address) {
    var bucket = buckets.get(address);
    if (bucket == null) {
      bucket = new Bucket(most, ticker.nanos());
    }
    refill(bucket);
    bucket.left = Math.max(0, bucket.left - 1);
    buckets.put(address, bucket);
  }

  private void refill(Bucket bucket) {
    long now = ticker.nanos();
    bucket.left =
        Math.min(most, bucket.left + (double) (now - bucket.at) * most / FULL_AGAIN.toNanos());
    bucket.at = now;
  }

  int addresses() {
    return buckets.size();
  }
}

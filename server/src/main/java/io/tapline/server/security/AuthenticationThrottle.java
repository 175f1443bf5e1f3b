package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.RandomSecret;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Limits wrong credentials per address. An address that failed too often is refused, with a right
 * or a wrong credential, unless the credential was accepted here before: an attacker learns
 * nothing, and workers behind the address of a wrongly configured one continue.
 */
@Component
final class AuthenticationThrottle {

  private static final int MOST_PROVEN = 10_000;
  private static final Duration PROVEN = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(AuthenticationThrottle.class);

  private final FailureLimit limit;
  private final ExpiringCache<Boolean> proven;

  AuthenticationThrottle(SecuritySettings settings, Ticker ticker) {
    this.limit = new FailureLimit(settings.failuresPerMinute(), ticker);
    this.proven = new ExpiringCache<>(MOST_PROVEN, PROVEN, ticker);
  }

  /**
   * @param credential the presented credential; only its digest is kept
   * @throws ProblemException {@code UNAUTHENTICATED} or {@code RATE_LIMITED}
   */
  Identity identify(
      HttpServletRequest request, String credential, Supplier<CredentialVerdict> check) {
    return identify(() -> ClientAddress.of(request), credential, check);
  }

  /**
   * @param address is not read while no credential has failed
   */
  Identity identify(
      Supplier<String> address, String credential, Supplier<CredentialVerdict> check) {
    var digest = RandomSecret.hash(credential);
    long wait = limit.isEmpty() ? 0 : limit.waitSeconds(address.get());
    if (wait > 0 && proven.get(digest) == null) {
      throw limited(wait);
    }
    var verdict = check.get();
    if (verdict.identity() == null) {
      proven.remove(digest);
      if (verdict.unknown()) {
        limit.failed(address.get());
        LOG.warn("a credential from {} was refused", address.get());
      }
      throw refused(verdict);
    }
    proven.put(digest, true);
    return verdict.identity();
  }

  /** The refusal of a credential that proves no identity. */
  static ProblemException refused(CredentialVerdict verdict) {
    return ProblemException.of(
        ProblemCode.UNAUTHENTICATED,
        verdict.ended()
            ? "the token or session has expired or was revoked"
            : "the token or session is unknown to this server");
  }

  /** Registers a credential that this server has just issued. */
  void trust(String credential) {
    proven.put(RandomSecret.hash(credential), true);
  }

  static ProblemException limited(long seconds) {
    return new ProblemException(
        Problem.of(
                ProblemCode.RATE_LIMITED,
                "too many attempts failed from this address; try again in " + seconds + " s")
            .with(Map.of("retry_after_seconds", seconds)));
  }

  /**
   * Limit of failed credentials per address: a token bucket that refills evenly within a minute.
   */
  static final class FailureLimit {

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

    /** Whether no address has failed, which is the usual case. */
    boolean isEmpty() {
      return addresses() == 0;
    }

    int addresses() {
      return buckets.size();
    }
  }
}

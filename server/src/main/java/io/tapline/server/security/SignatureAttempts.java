package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import io.tapline.server.http.ClientAddress;
import io.tapline.server.http.ProblemException;
import io.tapline.server.security.AuthenticationThrottle.FailureLimit;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Limits wrong signatures like wrong tokens ({@link AuthenticationThrottle}): by address, and by
 * queue for all addresses together. An address that sent a right signature for the queue within the
 * last hour is exempt, so that an attacker cannot lock it out.
 */
@Component
public final class SignatureAttempts {

  /**
   * Multiple of the limit of one address that all addresses together may send for one queue, so
   * that one address cannot use it up.
   */
  static final int ADDRESSES = 10;

  private static final int MOST_PROVEN = 10_000;
  private static final Duration PROVEN = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(SignatureAttempts.class);

  private final FailureLimit byAddress;
  private final FailureLimit byQueue;
  private final ExpiringCache<Boolean> proven;

  SignatureAttempts(SecuritySettings settings, Ticker ticker) {
    int most = settings.failuresPerMinute();
    this.byAddress = new FailureLimit(most, ticker);
    this.byQueue =
        new FailureLimit((int) Math.min(Integer.MAX_VALUE, (long) ADDRESSES * most), ticker);
    this.proven = new ExpiringCache<>(MOST_PROVEN, PROVEN, ticker);
  }

  /**
   * Must be called before anything is read or computed.
   *
   * @param queue the queue that the signature is for, with its tenant
   * @throws ProblemException {@code RATE_LIMITED}
   */
  public void require(HttpServletRequest request, String queue) {
    var address = ClientAddress.of(request);
    long wait = Math.max(byAddress.waitSeconds(address), byQueue.waitSeconds(queue));
    if (wait > 0 && proven.get(key(address, queue)) == null) {
      throw AuthenticationThrottle.limited(wait);
    }
  }

  public void failed(HttpServletRequest request, String queue) {
    var address = ClientAddress.of(request);
    byAddress.failed(address);
    byQueue.failed(queue);
    LOG.warn("a signature from {} was refused", address);
  }

  public void held(HttpServletRequest request, String queue) {
    proven.put(key(ClientAddress.of(request), queue), true);
  }

  private static String key(String address, String queue) {
    return address + " " + queue;
  }
}

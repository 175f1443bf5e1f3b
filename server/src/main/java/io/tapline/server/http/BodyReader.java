package io.tapline.server.http;

import io.tapline.server.base.Ticker;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.stereotype.Component;

/** Reads the bytes of request bodies, within limits of size, memory, time and threads. */
@Component
class BodyReader {

  /** A body that is slower than this on average, after the grace, holds its thread for nothing. */
  static final int LEAST_BYTES_PER_SECOND = 10 * 1024;

  /** Slow beginnings are normal: a phone, a distant lab. */
  static final Duration GRACE = Duration.ofSeconds(5);

  private static final int STEP = 64 * 1024;

  private final BodyBudget budget;
  private final UnauthenticatedReads strangers;
  private final Ticker ticker;

  BodyReader(BodyBudget budget, UnauthenticatedReads strangers, Ticker ticker) {
    this.budget = budget;
    this.strangers = strangers;
    this.ticker = ticker;
  }

  /** The bytes of one body, and what of the budget they hold until they are released. */
  final class HeldBody implements AutoCloseable {

    private long reserved;

    byte[] read(HttpServletRequest request, Endpoint endpoint) throws IOException {
      if (request.getContentLengthLong() > endpoint.mostBytes()) {
        throw tooLarge(endpoint);
      }
      if (!endpoint.access().open()) {
        return all(request, endpoint);
      }
      if (!strangers.enter()) {
        throw busy();
      }
      try {
        return all(request, endpoint);
      } finally {
        strangers.leave();
      }
    }

    private byte[] all(HttpServletRequest request, Endpoint endpoint) throws IOException {
      long begun = ticker.nanos();
      int most = endpoint.mostBytes();
      long told = request.getContentLengthLong();
      var bytes = new byte[0];
      int length = 0;
      var in = request.getInputStream();
      while (true) {
        if (length == bytes.length) {
          bytes = grown(bytes, told, most);
        }
        int count = next(in, bytes, length);
        if (count < 0) {
          break;
        }
        length += count;
        if (length > most) {
          throw tooLarge(endpoint);
        }
        requirePace(length, ticker.nanos() - begun);
      }
      if (length == 0) {
        throw malformed("is empty; send a JSON object");
      }
      return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** Memory is taken as bytes arrive: a size that is only claimed costs the server nothing. */
    private byte[] grown(byte[] bytes, long told, int most) {
      long room = told >= 0 ? Math.min(told + 1, most + 1L) : most + 1L;
      int next = (int) Math.min(room, Math.max(STEP, bytes.length * 2L));
      // The last byte of the announced length has come: one more shows that nothing follows.
      next = Math.max(next, bytes.length + 1);
      if (!budget.reserve(next - bytes.length)) {
        throw busy();
      }
      reserved += next - bytes.length;
      return Arrays.copyOf(bytes, next);
    }

    @Override
    public void close() {
      budget.release(reserved);
      reserved = 0;
    }
  }

  private static int next(java.io.InputStream in, byte[] bytes, int length) throws IOException {
    try {
      return in.read(bytes, length, bytes.length - length);
    } catch (SocketTimeoutException e) {
      throw tooSlow();
    }
  }

  private static void requirePace(long length, long nanos) {
    long late = nanos - GRACE.toNanos();
    if (late > 0 && length < late / 1_000_000_000.0 * LEAST_BYTES_PER_SECOND) {
      throw tooSlow();
    }
  }

  static ProblemException malformed(String message) {
    return new ProblemException(
        Problem.of(ProblemCode.MALFORMED_REQUEST, "body: " + message, "body"));
  }

  private static ProblemException tooLarge(Endpoint endpoint) {
    return new ProblemException(
        Problem.of(
            ProblemCode.PAYLOAD_TOO_LARGE,
            "body: is larger than " + endpoint.mostBytes() + " bytes; send less at a time",
            "body"));
  }

  private static ProblemException tooSlow() {
    return new ProblemException(
        Problem.of(
            ProblemCode.REQUEST_TIMEOUT,
            "body: came slower than "
                + LEAST_BYTES_PER_SECOND
                + " bytes a second; send the same request again",
            "body"));
  }

  private static ProblemException busy() {
    return ProblemException.of(
        ProblemCode.UNAVAILABLE,
        "the server is reading as many bodies as it can; nothing was changed, send the same"
            + " request again");
  }
}

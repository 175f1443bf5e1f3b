package io.tapline.server.base;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * The resources of a server that clients can exhaust. Each has a total, which is derived from the
 * heap unless a setting overrides it, and is divided by {@link FairShare}.
 */
public enum LimitedResource {
  /** Open HTTP connections, by address. A connection with half a head costs about 50 KB. */
  CONNECTIONS(heap -> between(heap / (256 * 1024), 100, 10_000)),
  /** Open gRPC connections, by address. */
  GRPC_CONNECTIONS(heap -> between(heap / (1024 * 1024), 100, 2_000)),
  /**
   * Bytes of request bodies and gRPC messages of authenticated callers. As a tree, a body of many
   * small values takes about ten times its size; the smallest heap holds four of the largest
   * bodies.
   */
  BODY_BYTES(heap -> Math.max(32L * 1024 * 1024, heap / 16)),
  /**
   * Threads that serve requests of authenticated callers. Requests beyond a share wait without a
   * thread.
   */
  REQUEST_THREADS(heap -> 400),
  /** Threads that write to slow readers, authenticated or not. */
  SLOW_WRITES(heap -> 60),
  /** Threads that read the body of a sign-in, by address. */
  SIGN_IN_BODIES(heap -> 20),
  /** Threads that read the body of a signed callback, by address. */
  CALLBACK_BODIES(heap -> 30),
  /** Threads that read the rest of a refused body, by address. */
  REFUSED_BODIES(heap -> 20),
  /** Open gRPC calls of services without authentication, by address. */
  OPEN_CALLS(heap -> 200),
  /** Requests that wait for a claim or for the end of a task. */
  WAITING_REQUESTS(heap -> between(heap / (128 * 1024), 200, 20_000)),
  /** Open event streams; each may buffer a megabyte. */
  EVENT_STREAMS(heap -> between(heap / (2 * 1024 * 1024), 50, 1_000)),
  /** Open streams of activity for KEDA; each costs a count every few seconds. */
  ACTIVITY_STREAMS(heap -> 200),
  /** Threads that serve waiting requests and streams. */
  WAITING_THREADS(heap -> 12);

  private final LongUnaryOperator total;

  LimitedResource(LongUnaryOperator total) {
    this.total = total;
  }

  /** The name of the setting, and of the label in the metrics. */
  public String variable() {
    return "TAPLINE_LIMIT_" + name();
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public long total(long heap) {
    return total.applyAsLong(heap);
  }

  /**
   * Reads the variables that override totals.
   *
   * @param variable null for an unset one
   * @throws IllegalArgumentException with a sentence that names the variable
   */
  public static Map<LimitedResource, Long> read(UnaryOperator<String> variable) {
    var totals = new EnumMap<LimitedResource, Long>(LimitedResource.class);
    for (var resource : values()) {
      var text = variable.apply(resource.variable());
      if (text != null) {
        totals.put(resource, number(resource, text));
      }
    }
    return totals;
  }

  private static long number(LimitedResource resource, String text) {
    try {
      long number = Long.parseLong(text.strip());
      if (number >= 2 && number <= Integer.MAX_VALUE) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Refused below, like a number that is out of range.
    }
    throw new IllegalArgumentException(
        resource.variable() + " must be a whole number from 2 to " + Integer.MAX_VALUE);
  }

  private static long between(long number, long least, long most) {
    return Math.max(least, Math.min(most, number));
  }
}

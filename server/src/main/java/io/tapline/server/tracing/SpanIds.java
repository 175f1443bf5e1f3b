package io.tapline.server.tracing;

import io.opentelemetry.sdk.trace.IdGenerator;
import io.tapline.tapdb.Json;

/**
 * Derives the id of the span of an action from its trace and its EUID, both of which the database
 * stores: so a later claim of the job, on any server, can link to it.
 */
final class SpanIds implements IdGenerator {

  private static final int DIGITS = 16;

  private final IdGenerator random = IdGenerator.random();
  private final ThreadLocal<String> next = new ThreadLocal<>();

  static String of(String traceId, String actionEuid) {
    var digest = Json.sha256(traceId + ":" + actionEuid);
    return digest.substring(digest.length() - DIGITS);
  }

  /** Sets the id of the next span that this thread begins. */
  void next(String spanId) {
    next.set(spanId);
  }

  @Override
  public String generateSpanId() {
    var set = next.get();
    if (set == null) {
      return random.generateSpanId();
    }
    next.remove();
    return set;
  }

  @Override
  public String generateTraceId() {
    return random.generateTraceId();
  }
}

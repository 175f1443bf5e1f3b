package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Set;

/**
 * The fields of a request that are not part of its payload.
 *
 * @param idempotencyKey a request with a known key and an equal payload is a replay
 * @param traceId the trace of the request
 */
public record RequestMeta(String idempotencyKey, String correlationId, @JsonIgnore String traceId) {

  /** The names of the fields. */
  public static final Set<String> FIELDS = Set.of("idempotency_key", "correlation_id");

  /** The fields that every action accepts; the engine computes the hash itself. */
  public static final Set<String> ACCEPTED =
      Set.of("idempotency_key", "correlation_id", "payload", "payload_hash");

  public static RequestMeta key(String idempotencyKey) {
    return new RequestMeta(idempotencyKey, null, null);
  }
}

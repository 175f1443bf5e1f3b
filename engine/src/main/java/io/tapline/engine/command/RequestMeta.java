package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * What every request carries beside its payload.
 *
 * @param idempotencyKey the same key with the same payload is the same request, whenever it comes
 * @param traceId the trace that the request belongs to
 */
public record RequestMeta(String idempotencyKey, String correlationId, @JsonIgnore String traceId) {

  public static RequestMeta key(String idempotencyKey) {
    return new RequestMeta(idempotencyKey, null, null);
  }
}

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

  /**
   * Also lets those fields pass that every request may carry; the hash is the engine's to compute.
   *
   * @param keyOfHeader the idempotency key of the request's header; the body's own goes first
   */
  public static RequestMeta read(RequestFields f, String keyOfHeader, String traceId) {
    var key = f.text("idempotency_key");
    var meta = new RequestMeta(key != null ? key : keyOfHeader, f.text("correlation_id"), traceId);
    f.allow("payload", "payload_hash");
    return meta;
  }
}

package io.tapline.engine.command;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * The fields of a request that are not part of its payload.
 *
 * @param idempotencyKey a request with a known key and an equal payload is a replay
 * @param traceId the trace of the request
 */
public record RequestMeta(String idempotencyKey, String correlationId, @JsonIgnore String traceId) {

  public static RequestMeta key(String idempotencyKey) {
    return new RequestMeta(idempotencyKey, null, null);
  }

  /**
   * Also accepts the fields that every request may contain. The engine computes the hash itself.
   *
   * @param keyOfHeader the idempotency key of the header; a key in the body takes precedence
   */
  public static RequestMeta read(RequestFields f, String keyOfHeader, String traceId) {
    var key = f.text("idempotency_key");
    var meta = new RequestMeta(key != null ? key : keyOfHeader, f.text("correlation_id"), traceId);
    f.allow("payload", "payload_hash");
    return meta;
  }
}

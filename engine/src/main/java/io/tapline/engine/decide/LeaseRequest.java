package io.tapline.engine.decide;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.request.RequestMeta;
import tools.jackson.databind.JsonNode;

/**
 * The parameters of a lease grant.
 *
 * @param payloadHash the hash of the claim; null when the lease has no claim
 * @param input the input of the attempt; may be null
 * @param ttlSeconds the duration of the lease; null for the duration of the queue
 */
@RecordBuilder
record LeaseRequest(RequestMeta meta, String payloadHash, JsonNode input, Integer ttlSeconds) {

  /** A lease without a claim. */
  static LeaseRequest of(RequestMeta meta) {
    return LeaseRequestBuilder.builder().meta(meta).build();
  }
}

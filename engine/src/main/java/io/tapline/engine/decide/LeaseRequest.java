package io.tapline.engine.decide;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.command.RequestMeta;
import tools.jackson.databind.JsonNode;

/**
 * What the request that is given a lease says of it.
 *
 * @param payloadHash the hash of the claim; null when no claim asked for the lease
 * @param input what the worker is given to start with; may be null
 * @param ttlSeconds how long the lease lasts; null is as long as the queue has it
 */
@RecordBuilder
record LeaseRequest(RequestMeta meta, String payloadHash, JsonNode input, Integer ttlSeconds) {

  /** A lease that no claim asked for. */
  static LeaseRequest of(RequestMeta meta) {
    return LeaseRequestBuilder.builder().meta(meta).build();
  }
}

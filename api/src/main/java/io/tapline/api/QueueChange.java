package io.tapline.api;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** One change of a queue's policy: who, when, why, and what became of which field. */
public record QueueChange(
    String actionEuid,
    String actionKey,
    Instant at,
    String actor,
    String role,
    String reason,
    List<FieldChange> changes) {

  /** A field of the policy; null where it had, or has, no value. */
  public record FieldChange(String field, JsonNode from, JsonNode to) {}
}

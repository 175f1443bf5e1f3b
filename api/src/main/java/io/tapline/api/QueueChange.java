package io.tapline.api;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** One change of a queue's policy: actor, time, reason and changed fields. */
public record QueueChange(
    String actionEuid,
    String actionKey,
    Instant at,
    String actor,
    String role,
    String reason,
    List<FieldChange> changes) {

  /** A changed field of the policy; null for an absent value. */
  public record FieldChange(String field, JsonNode from, JsonNode to) {}
}

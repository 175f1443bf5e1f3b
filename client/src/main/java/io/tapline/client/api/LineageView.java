package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.time.Instant;
import java.util.List;

/**
 * What a subject was made from and what was made from it: the subject first, then the nearest
 * first.
 */
public record LineageView(
    String subjectEuid, List<Node> nodes, List<Edge> edges, boolean truncated) {

  /** A thing; {@code madeBy} is null when no action is known that made it. */
  public record Node(
      String euid,
      String templateCode,
      String name,
      String kind,
      ExecutionState state,
      Instant createdAt,
      MadeBy madeBy) {}

  /** Who made it, by which action, and as which worker under which lease. */
  public record MadeBy(
      String actor,
      String actionKey,
      String actionEuid,
      String workerEuid,
      String leaseEuid,
      String recordEuid,
      Instant at) {}

  /** The child was made from the parent. */
  public record Edge(String parent, String relationship, String child) {}
}

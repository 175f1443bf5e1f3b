package io.tapline.engine.read.evidence;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Everything that is known about a subject's past, each list oldest first. Lease tokens are left
 * out.
 */
public record SubjectHistory(
    String subjectEuid,
    List<JsonNode> records,
    List<JsonNode> leases,
    List<JsonNode> holds,
    List<JsonNode> deadLetters,
    List<JsonNode> actions) {

  /** The most of each kind that is shown. */
  public static final int MOST = 1_000;
}

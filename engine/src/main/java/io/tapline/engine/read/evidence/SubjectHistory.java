package io.tapline.engine.read.evidence;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** The complete history of a job, each list oldest first. Lease tokens are omitted. */
public record SubjectHistory(
    String subjectEuid,
    List<JsonNode> records,
    List<JsonNode> leases,
    List<JsonNode> holds,
    List<JsonNode> deadLetters,
    List<JsonNode> actions) {

  /** Maximum number of entries of each kind. */
  public static final int MOST = 1_000;
}

package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.client.error.Problem;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.JsonNode;

/**
 * What a carried-out action answers; the same the second time, but for {@code replayed}.
 *
 * @param result the changed object, as a document
 * @param claimed with {@code claim_next}: the next work, or the news that there is none
 * @param claimProblem with {@code claim_next}: why nothing was claimed
 */
public record ActionReply(
    String status,
    String actionKey,
    String actionEuid,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    String recordEuid,
    String holdEuid,
    String deadLetterEuid,
    boolean replayed,
    JsonNode result,
    ClaimAnswer claimed,
    Problem claimProblem) {

  /** The subject's envelope, for actions that leave one. */
  public Envelope execution() {
    return WireJson.read(result, Envelope.class);
  }
}

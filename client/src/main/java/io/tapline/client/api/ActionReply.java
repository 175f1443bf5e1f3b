package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.client.error.Problem;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.JsonNode;

/**
 * The answer to an action; a replay differs in {@code replayed} only.
 *
 * @param result the changed object, as a document
 * @param claimed with {@code claim_next}: the claimed jobs, or the answer that no job is ready
 * @param claimProblem with {@code claim_next}: the reason why the claim was refused
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

  /** The execution envelope of the job, for actions that return one. */
  public Envelope execution() {
    return WireJson.read(result, Envelope.class);
  }
}

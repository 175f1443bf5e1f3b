package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.client.error.Problem;
import java.util.List;

/**
 * The answer to a report of several results.
 *
 * @param items one for each, in their order
 * @param claimed with a claim: the next work, or the answer that there is none
 * @param claimProblem with a claim: why nothing was claimed
 */
public record ResultsReply(List<ItemResult> items, ClaimAnswer claimed, Problem claimProblem) {}

package io.tapline.client.api;

import io.tapline.api.ClaimAnswer;
import io.tapline.client.error.Problem;
import java.util.List;

/**
 * The answer to a report of several results.
 *
 * @param items one for each result, in order
 * @param claimed with a claim: the claimed jobs, or the answer that no job is ready
 * @param claimProblem with a claim: the reason why it was refused
 */
public record ResultsReply(List<ItemResult> items, ClaimAnswer claimed, Problem claimProblem) {}

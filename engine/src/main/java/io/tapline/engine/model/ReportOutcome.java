package io.tapline.engine.model;

import java.util.List;

/**
 * The outcome of a report with a claim for more jobs.
 *
 * @param outcomes the outcomes of the endings, in request order
 * @param claimed the outcome of the claim; null when no ending was accepted, because then the claim
 *     is not made
 */
public record ReportOutcome(List<ItemOutcome> outcomes, ClaimOutcome claimed) {}

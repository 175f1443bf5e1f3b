package io.tapline.client.worker;

import java.util.List;

/**
 * The outcome of a report.
 *
 * @param verdicts one for each result, in the order of the results
 * @param claimed work that has begun; empty when none was asked for, when there is none, or when
 *     the claim was refused: a claim by itself returns the reason
 */
public record ReportOutcome(List<ItemVerdict> verdicts, List<ClaimedSubject> claimed) {}

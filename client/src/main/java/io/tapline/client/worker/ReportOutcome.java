package io.tapline.client.worker;

import java.util.List;

/**
 * What became of a report that asked for more work.
 *
 * @param claimed work that has begun; empty when there is none, or the claim was refused: a claim
 *     by itself tells why
 */
public record ReportOutcome(List<ItemVerdict> verdicts, List<ClaimedSubject> claimed) {}

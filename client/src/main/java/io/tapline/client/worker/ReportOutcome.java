package io.tapline.client.worker;

import java.util.List;

/**
 * The answer to a report.
 *
 * @param verdicts one for each result, in the order of the results
 * @param claimed started jobs; empty when no claim was requested, when no job is ready, or when the
 *     claim was refused: a separate claim returns the reason
 */
public record ReportOutcome(List<ItemVerdict> verdicts, List<ClaimedSubject> claimed) {}

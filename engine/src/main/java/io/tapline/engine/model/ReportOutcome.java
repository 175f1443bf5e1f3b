package io.tapline.engine.model;

import java.util.List;

/**
 * What became of a report that asked for more work.
 *
 * @param outcomes of the endings, in their order
 * @param claimed of the claim; null when none of the endings stands, since then none was made
 */
public record ReportOutcome(List<ItemOutcome> outcomes, ClaimOutcome claimed) {}

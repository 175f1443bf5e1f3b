package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import tools.jackson.databind.JsonNode;

/**
 * The attempt failed.
 *
 * @param reasonCode the reason of a dead letter; null: derived from the error class
 * @param stage the stage that failed; null: derived from the error class
 * @param result stored in the record of the attempt; may be null
 * @param idempotencyKey the same in every retry
 */
@RecordBuilder
public record FailureReport(
    HeldLease lease,
    ErrorClass errorClass,
    String errorCode,
    String errorMessage,
    String reasonCode,
    String stage,
    JsonNode result,
    String idempotencyKey)
    implements ResultReport {}

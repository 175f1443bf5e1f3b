package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ErrorClass;
import tools.jackson.databind.JsonNode;

/**
 * The work failed.
 *
 * @param reasonCode for a dead letter; null: it follows from the error class
 * @param stage where it went wrong; null: it follows from the error class
 * @param result kept in the record of the attempt; may be null
 * @param idempotencyKey the same every time that this is sent
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

package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The job is done.
 *
 * @param result stored in the record of the attempt; may be null
 * @param nextQueueKey the next queue of the job; null: none, the job is COMPLETED
 * @param idempotencyKey the same in every retry
 */
@RecordBuilder
public record CompletionReport(
    HeldLease lease,
    String actionKey,
    JsonNode result,
    String nextQueueKey,
    String nextActionKey,
    List<String> outputs,
    String idempotencyKey)
    implements ResultReport {}

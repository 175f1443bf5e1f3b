package io.tapline.client.worker;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * The work is done.
 *
 * @param result kept in the record of the attempt; may be null
 * @param nextQueueKey where the subject goes next; null: nowhere, it is COMPLETED
 * @param idempotencyKey the same every time that this is sent
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

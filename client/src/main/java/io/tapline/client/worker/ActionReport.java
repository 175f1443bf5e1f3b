package io.tapline.client.worker;

import tools.jackson.databind.JsonNode;

/**
 * A pack's action has ended the job.
 *
 * @param fields the fields of the action
 * @param idempotencyKey the same in every retry
 */
public record ActionReport(
    HeldLease lease, String actionKey, JsonNode fields, String idempotencyKey)
    implements ResultReport {}

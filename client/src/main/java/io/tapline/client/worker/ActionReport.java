package io.tapline.client.worker;

import tools.jackson.databind.JsonNode;

/**
 * The work is done by an action that a pack brings.
 *
 * @param fields what the action asks for
 * @param idempotencyKey the same every time that this is sent
 */
public record ActionReport(
    HeldLease lease, String actionKey, JsonNode fields, String idempotencyKey)
    implements ResultReport {}

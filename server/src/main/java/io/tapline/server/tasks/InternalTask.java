package io.tapline.server.tasks;

import tools.jackson.databind.JsonNode;

/**
 * What an executor is given.
 *
 * @param roomId where the task was submitted
 * @param submittedBy the principal that submitted it
 */
public record InternalTask(
    long tenantId, String taskId, String roomId, String submittedBy, JsonNode payload) {}

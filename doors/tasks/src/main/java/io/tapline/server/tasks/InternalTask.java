package io.tapline.server.tasks;

import tools.jackson.databind.JsonNode;

/**
 * The input of an executor.
 *
 * @param roomId the room of the submission
 * @param submittedBy the principal that submitted the task
 */
public record InternalTask(
    long tenantId, String taskId, String roomId, String submittedBy, JsonNode payload) {}

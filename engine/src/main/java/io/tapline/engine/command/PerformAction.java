package io.tapline.engine.command;

import io.tapline.engine.model.DomainKey;
import tools.jackson.databind.JsonNode;

/**
 * An action that a pack brings.
 *
 * @param subjectEuid what it is about; null when it makes something from nothing, or names its
 *     subject through the lease or its members
 * @param leaseEuid the lease under which it is done; null to take the subject up within the action
 * @param fields what the action itself asks for, as its schema says
 */
public record PerformAction(
    RequestMeta meta,
    DomainKey action,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    StatePrecondition expect,
    String reason,
    JsonNode fields)
    implements Command {

  /** Under a lease, or without one where the action takes the subject up itself. */
  public static PerformAction of(
      String key,
      String action,
      String subjectEuid,
      String workerEuid,
      String leaseEuid,
      JsonNode fields) {
    return new PerformAction(
        RequestMeta.key(key),
        new DomainKey(action),
        subjectEuid,
        workerEuid,
        leaseEuid,
        StatePrecondition.NOTHING,
        null,
        fields);
  }
}

package io.tapline.client.api;

import java.util.Map;

/** Performs an action of a pack, such as create_extraction, with its fields. */
public final class PerformRequest extends ActionRequest<PerformRequest> {

  private final String actionKey;

  private PerformRequest(String actionKey) {
    this.actionKey = actionKey;
  }

  public static PerformRequest of(String actionKey) {
    return new PerformRequest(actionKey);
  }

  String actionKey() {
    return actionKey;
  }

  public PerformRequest subject(String euid) {
    return set("subject_euid", euid);
  }

  public PerformRequest worker(String euid) {
    return set("worker_euid", euid);
  }

  /** The lease of the job; without it the action claims the job itself. */
  public PerformRequest lease(String euid) {
    return set("lease_euid", euid);
  }

  /** For actions that require a reason. */
  public PerformRequest reason(String value) {
    return set("reason", value);
  }

  /** Sets a field of the action. */
  public PerformRequest with(String field, Object value) {
    return set(field, value);
  }

  /** Sets fields of the action. */
  public PerformRequest with(Map<String, ?> fields) {
    fields.forEach(this::set);
    return this;
  }
}

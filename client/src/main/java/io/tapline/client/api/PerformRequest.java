package io.tapline.client.api;

import java.util.Map;

/** An action that a pack brings, such as create_extraction, with the fields that it asks for. */
public final class PerformRequest extends ActionRequest<PerformRequest> {

  private final String actionKey;

  private PerformRequest(String actionKey) {
    this.actionKey = actionKey;
  }

  /** This action. */
  public static PerformRequest of(String actionKey) {
    return new PerformRequest(actionKey);
  }

  String actionKey() {
    return actionKey;
  }

  /** What it is about. */
  public PerformRequest subject(String euid) {
    return set("subject_euid", euid);
  }

  /** Who does it. */
  public PerformRequest worker(String euid) {
    return set("worker_euid", euid);
  }

  /** Under which lease; absent: the action takes the subject up itself. */
  public PerformRequest lease(String euid) {
    return set("lease_euid", euid);
  }

  /** Why, for actions that ask for it. */
  public PerformRequest reason(String value) {
    return set("reason", value);
  }

  /** A field of the action's own. */
  public PerformRequest with(String field, Object value) {
    return set(field, value);
  }

  /** Fields of the action's own. */
  public PerformRequest with(Map<String, ?> fields) {
    fields.forEach(this::set);
    return this;
  }
}

package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.node.ObjectNode;

/** Fields that every action accepts. */
public abstract class ActionRequest<T extends ActionRequest<T>> {

  private final ObjectNode body = WireJson.object();

  ActionRequest() {}

  /** The server performs requests with the same key once; generated if absent. */
  public T idempotencyKey(String key) {
    return set("idempotency_key", key);
  }

  /** Stored in actions and events. */
  public T correlationId(String id) {
    return set("correlation_id", id);
  }

  /** The server refuses the request if the job is in another state. */
  public T expectedState(ExecutionState state) {
    return set("expected_state", state);
  }

  /**
   * The server refuses the request if the worker has another status: ONLINE, DRAINING, DISABLED or
   * RETIRED.
   */
  public T expectedState(String status) {
    return set("expected_state", status);
  }

  /** The server refuses the request at any other revision. */
  public T expectedRevision(long revision) {
    return set("expected_revision", revision);
  }

  @SuppressWarnings("unchecked")
  final T set(String field, Object value) {
    if (value == null) {
      body.remove(field);
    } else {
      body.set(field, WireJson.tree(value));
    }
    return (T) this;
  }

  /** Read-only for callers: the request is sent as a copy with its idempotency keys. */
  final ObjectNode body() {
    return body;
  }
}

package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.node.ObjectNode;

/** What every action takes beside its own fields. */
public abstract class ActionRequest<T extends ActionRequest<T>> {

  private final ObjectNode body = WireJson.object();

  ActionRequest() {}

  /** The same key with the same request is the same request; absent: one of its own. */
  public T idempotencyKey(String key) {
    return set("idempotency_key", key);
  }

  /** Carried into evidence and events. */
  public T correlationId(String id) {
    return set("correlation_id", id);
  }

  /** Refused in any other state of the subject that the request is about. */
  public T expectedState(ExecutionState state) {
    return set("expected_state", state);
  }

  /** The same of a worker, whose state is its status: ONLINE, DRAINING, DISABLED or RETIRED. */
  public T expectedState(String status) {
    return set("expected_state", status);
  }

  /** Refused at any other revision. */
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

  /** To be read: what is sent is a copy, with keys of its own. */
  final ObjectNode body() {
    return body;
  }
}

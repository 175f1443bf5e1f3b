package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.EventStream;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.JsonNode;

/** Events: what happened, in commit order, each subject's in revision order. */
public final class Events {

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Events(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** One page; its next cursor is always given, and may be kept. */
  public Page<EventView> list(EventFilter filter) {
    return calls.page("events", filter.query(), EventView.class);
  }

  /** Those after the cursor, and those to come, until it is closed. */
  public EventStream stream(EventFilter filter) {
    return http.stream("events/stream", filter.query());
  }

  /** The audit trail: what was done, the newest first, without heartbeats and renewals. */
  public Page<ActionView> actions(ActionFilter filter) {
    return calls.page("actions", filter.query(), ActionView.class);
  }

  /** An event of a stream, as a record. */
  public static EventView view(JsonNode event) {
    return WireJson.read(event, EventView.class);
  }
}

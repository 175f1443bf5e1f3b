package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.EventStream;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import tools.jackson.databind.JsonNode;

/** Events in commit order; the events of one job are in revision order. */
public final class Events {

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Events(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** One page; its next cursor is always present and may be stored. */
  public Page<EventView> list(EventFilter filter) {
    return calls.page("events", filter.query(), EventView.class);
  }

  /** Events after the cursor, including future ones, until the stream is closed. */
  public EventStream stream(EventFilter filter) {
    return http.stream("events/stream", filter.query());
  }

  /** The audit trail: actions, newest first, without heartbeats and renewals. */
  public Page<ActionView> actions(ActionFilter filter) {
    return calls.page("actions", filter.query(), ActionView.class);
  }

  /** Converts an event of a stream to a record. */
  public static EventView view(JsonNode event) {
    return WireJson.read(event, EventView.class);
  }
}

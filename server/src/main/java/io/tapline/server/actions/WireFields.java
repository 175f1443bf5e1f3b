package io.tapline.server.actions;

import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ValueShape;
import java.util.List;

/** Fields that many requests have, described once. */
public final class WireFields {

  public static final ValueShape KEY = ValueShape.text(Limits.KEY);
  public static final ValueShape NAME = ValueShape.text(Limits.NAME);
  public static final ValueShape CODE = ValueShape.text(Limits.CODE, Limits.CODE_PATTERN);

  /** Restricts a list to the queues that the figures of GET /queues count. */
  public static final List<String> LISTED = List.of("listed");

  public static final ApiField SUBJECT = ApiField.required("subject_euid", KEY, "the job");
  static final ApiField IDEMPOTENCY_KEY =
      ApiField.optional(
          "idempotency_key",
          KEY,
          "identifies the request: a repetition with the same key returns the first answer;"
              + " required here or as a header");
  static final ApiField CORRELATION =
      ApiField.optional("correlation_id", CODE, "stored in evidence and events");
  static final ApiField PAYLOAD =
      ApiField.optional("payload", ValueShape.json(), "accepted everywhere, stored by claims only");
  static final ApiField PAYLOAD_HASH =
      ApiField.optional(
          "payload_hash",
          ValueShape.json(),
          "accepted and ignored: the server generates the value");

  public static final ApiField SUBJECT_LOOKUP =
      ApiField.optional("subject_lookup_euid", KEY, "the job, from lineage");
  public static final ApiField SUBJECT_NAME_LOOKUP =
      ApiField.optional("subject_lookup_name", ValueShape.text(Limits.TEXT), "the display name");
  public static final ApiField QUEUE_LOOKUP =
      ApiField.optional("queue_lookup_key", KEY, "the queue, from lineage");

  private WireFields() {}

  /** The audience that the queues of a list are restricted to; null for no restriction. */
  public static QueueAudience audience(EndpointCall call) {
    return call.oneOf("queues", LISTED) == null ? null : QueueAudience.of(call.caller());
  }

  /** Adds the parameters of every list. */
  public static Endpoint.Builder paged(Endpoint.Builder list) {
    return list.query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page");
  }
}

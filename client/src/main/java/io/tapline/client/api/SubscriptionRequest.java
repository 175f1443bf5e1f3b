package io.tapline.client.api;

import java.util.Map;
import java.util.TreeMap;

/** Subscribes to events: a filter, and the job that each matching event creates. */
public final class SubscriptionRequest extends ActionRequest<SubscriptionRequest> {

  private final Map<String, String> filter = new TreeMap<>();

  private SubscriptionRequest() {}

  /**
   * Subscribes to events of this type, such as {@code job_succeeded}.
   *
   * @param job the fields of a job: kind, domain, executor, source_system and optional ones
   */
  public static SubscriptionRequest to(
      String eventType, String name, Map<String, ?> job, String reason) {
    return new SubscriptionRequest()
        .set("event_type", eventType)
        .set("name", name)
        .set("job", job)
        .set("reason", reason);
  }

  /** Events of this job kind only. */
  public SubscriptionRequest about(String kind) {
    return only("kind", kind);
  }

  /** Events with this cause only. */
  public SubscriptionRequest cause(String word) {
    return only("cause", word);
  }

  /** Events of jobs with this correlation id only. */
  public SubscriptionRequest correlated(String id) {
    return only("correlation_id", id);
  }

  private SubscriptionRequest only(String field, String value) {
    filter.put(field, value);
    return set("filter", filter);
  }
}

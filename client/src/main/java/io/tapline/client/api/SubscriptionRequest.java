package io.tapline.client.api;

import java.util.Map;
import java.util.TreeMap;

/** A standing order for events: which of them, and the job that each makes. */
public final class SubscriptionRequest extends ActionRequest<SubscriptionRequest> {

  private final Map<String, String> filter = new TreeMap<>();

  private SubscriptionRequest() {}

  /**
   * Of events of this type, such as {@code job_succeeded}.
   *
   * @param job the fields of a job: kind, domain, executor, source_system and what else it needs
   */
  public static SubscriptionRequest to(
      String eventType, String name, Map<String, ?> job, String reason) {
    return new SubscriptionRequest()
        .set("event_type", eventType)
        .set("name", name)
        .set("job", job)
        .set("reason", reason);
  }

  /** Only events about this kind of work. */
  public SubscriptionRequest about(String kind) {
    return only("kind", kind);
  }

  /** Only events with this cause. */
  public SubscriptionRequest cause(String word) {
    return only("cause", word);
  }

  /** Only events about work with this correlation id. */
  public SubscriptionRequest correlated(String id) {
    return only("correlation_id", id);
  }

  private SubscriptionRequest only(String field, String value) {
    filter.put(field, value);
    return set("filter", filter);
  }
}

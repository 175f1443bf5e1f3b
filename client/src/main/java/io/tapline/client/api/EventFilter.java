package io.tapline.client.api;

import java.time.Instant;

/** Which events, and from where on. */
public final class EventFilter extends ListFilter<EventFilter> {

  private EventFilter() {}

  /** From the beginning. */
  public static EventFilter all() {
    return new EventFilter();
  }

  /** After this cursor, or after the event with this id. */
  public EventFilter after(String cursor) {
    return set("after", cursor);
  }

  /** Only those of this subject. */
  public EventFilter subject(String euid) {
    return set("subject_euid", euid);
  }

  /** The same of this job, for {@link Jobs#events}. */
  public EventFilter job(String jobId) {
    return set("job_id", jobId);
  }

  /** Only those under this correlation id. */
  public EventFilter correlation(String id) {
    return set("correlation_id", id);
  }

  /** Not before this time. */
  public EventFilter from(Instant time) {
    return set("from", time);
  }

  /** Before this time. */
  public EventFilter to(Instant time) {
    return set("to", time);
  }

  /** Only those of this type, such as job_succeeded. */
  public EventFilter type(String type) {
    return set("type", type);
  }
}

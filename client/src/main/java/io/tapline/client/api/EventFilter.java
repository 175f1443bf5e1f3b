package io.tapline.client.api;

import java.time.Instant;

/** Selects events and the position to read from. */
public final class EventFilter extends ListFilter<EventFilter> {

  private EventFilter() {}

  /** All events from the beginning. */
  public static EventFilter all() {
    return new EventFilter();
  }

  /** Events after this cursor, or after the event with this id. */
  public EventFilter after(String cursor) {
    return set("after", cursor);
  }

  public EventFilter subject(String euid) {
    return set("subject_euid", euid);
  }

  /** Events of this job, for {@link Jobs#events}. */
  public EventFilter job(String jobId) {
    return set("job_id", jobId);
  }

  public EventFilter correlation(String id) {
    return set("correlation_id", id);
  }

  /** Inclusive lower limit. */
  public EventFilter from(Instant time) {
    return set("from", time);
  }

  /** Exclusive upper limit. */
  public EventFilter to(Instant time) {
    return set("to", time);
  }

  /** Events of this type only, such as job_succeeded. */
  public EventFilter type(String type) {
    return set("type", type);
  }
}

package io.tapline.client.api;

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

  /** Only those of this type, such as job_succeeded. */
  public EventFilter type(String type) {
    return set("type", type);
  }
}

package io.tapline.testkit.server;

import io.tapline.client.http.TaplineHttp;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Assertions about the present state of a job, with the names of the API. A failure message
 * contains the actual state and all events.
 */
public final class SubjectAssert {

  private final String subjectEuid;
  private final JsonNode view;
  private final JsonNode history;

  SubjectAssert(TaplineHttp http, String subjectEuid) {
    var path = "subjects/" + TaplineHttp.encode(subjectEuid);
    this.subjectEuid = subjectEuid;
    this.view = http.get(path);
    this.history = http.get(path + "/history");
  }

  /** One of the nine states, such as {@code FAILED_RETRYABLE}. */
  public SubjectAssert isIn(String state) {
    return same("state", state, state());
  }

  public SubjectAssert isCompleted() {
    return isIn("COMPLETED");
  }

  public SubjectAssert isInQueue(String queueKey) {
    return same("queue", queueKey, view.path("execution").path("next_queue_key").asString(null));
  }

  /** The job waits, and this is one of the reasons, such as {@code active_hold}. */
  public SubjectAssert waitsBecause(String reason) {
    var reasons = texts(view.path("diagnostics").path("reasons"), "code");
    return check(reasons.contains(reason), "reasons to wait with " + reason, reasons);
  }

  public SubjectAssert isDeadLettered() {
    return check(view.hasNonNull("dead_letter"), "an open dead letter", "none");
  }

  /**
   * Number of attempts that count against the limit: failures and lapses since the last requeue.
   */
  public SubjectAssert hasSpentAttempts(int count) {
    return same("spent attempts", count, view.path("execution").path("attempt_count").asInt());
  }

  /** The status of each attempt, oldest first; {@code STARTED} for an open one. */
  public SubjectAssert hasAttempts(String... statuses) {
    var attempts = new ArrayList<String>();
    for (var record : history.path("records")) {
      if (record.hasNonNull("lease_lookup_euid")) {
        attempts.add(record.path("status").asString());
      }
    }
    return same("attempts", List.of(statuses), attempts);
  }

  /**
   * All events in order, such as {@code job_enqueued}, except renewals and heartbeats, which are
   * stored elsewhere.
   */
  public SubjectAssert hasEvents(String... types) {
    return same("events", List.of(types), events());
  }

  public SubjectAssert hasEvent(String type) {
    return check(events().contains(type), "an event " + type, events());
  }

  private String state() {
    return view.path("execution").path("state").asString();
  }

  private List<String> events() {
    var types = new ArrayList<String>();
    history.path("actions").forEach(action -> types.addAll(texts(action.path("events"), "type")));
    return types;
  }

  private static List<String> texts(JsonNode list, String field) {
    var texts = new ArrayList<String>();
    list.forEach(item -> texts.add(item.path(field).asString()));
    return texts;
  }

  private SubjectAssert same(String what, Object expected, Object actual) {
    return check(expected.equals(actual), what + " " + expected, actual);
  }

  private SubjectAssert check(boolean holds, String expected, Object actual) {
    if (!holds) {
      throw new AssertionError(
          "job %s: expected %s, but found %s; it is %s after %s"
              .formatted(subjectEuid, expected, actual, state(), events()));
    }
    return this;
  }
}

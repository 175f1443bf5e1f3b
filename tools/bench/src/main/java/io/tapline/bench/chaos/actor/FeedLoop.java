package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.actor.ActorMain.Actor;
import io.tapline.bench.chaos.log.LogLine;
import io.tapline.bench.host.UncheckedCalls;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/**
 * Reads the feed page by page from its last cursor. Its log contains every page that it has read.
 */
final class FeedLoop implements Runnable {

  private static final int PAGE = 200;
  private static final int IDLE_MILLIS = 200;

  private final Actor actor;
  private final LoggedCalls calls;
  private String cursor;

  /**
   * @param cursor the last stored cursor, or null for the beginning of the feed
   */
  FeedLoop(Actor actor, String cursor) {
    this.actor = actor;
    this.cursor = cursor;
    calls = new LoggedCalls(actor);
  }

  @Override
  public void run() {
    while (actor.isGoing()) {
      var after =
          cursor == null ? "" : "&after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
      var page = calls.get("events?limit=" + PAGE + after);
      if (page == null || page.path("items").isEmpty()) {
        UncheckedCalls.sleep(IDLE_MILLIS);
      } else {
        take(page);
      }
    }
  }

  private void take(JsonNode page) {
    var events = new ArrayList<LogLine.Item>();
    for (var event : page.path("items")) {
      events.add(
          new LogLine.Item(
              event.path("id").asString(),
              event.path("job_id").asString(null),
              event.path("payload").path("lease_euid").asString(null),
              event.path("payload").path("action_euid").asString(),
              event.path("payload").path("revision").asLong(),
              event.path("type").asString(),
              null));
    }
    cursor = page.path("next_cursor").asString();
    actor.write(LogLine.Kind.PAGE, 0, "events", 200, cursor, events);
  }
}

package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.host.UncheckedSleep;
import io.tapline.bench.chaos.log.LogFile;
import io.tapline.bench.chaos.log.LogItem;
import io.tapline.bench.chaos.log.LogLine;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * Reads the feed page by page from its last cursor. Its log contains every page that it has read.
 */
final class FeedLoop implements Runnable {

  private static final int PAGE = 200;
  private static final int IDLE_MILLIS = 200;

  private final String who;
  private final LoggedCalls calls;
  private final LogFile log;
  private final BooleanSupplier going;
  private String cursor;

  /**
   * @param cursor the last stored cursor, or null for the beginning of the feed
   */
  FeedLoop(String who, LoggedCalls calls, LogFile log, String cursor, BooleanSupplier going) {
    this.who = who;
    this.calls = calls;
    this.log = log;
    this.cursor = cursor;
    this.going = going;
  }

  @Override
  public void run() {
    while (going.getAsBoolean()) {
      var after =
          cursor == null ? "" : "&after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
      var page = calls.get("events?limit=" + PAGE + after);
      if (page == null || page.path("items").isEmpty()) {
        UncheckedSleep.millis(IDLE_MILLIS);
      } else {
        take(page);
      }
    }
  }

  private void take(JsonNode page) {
    var events = new ArrayList<LogItem>();
    for (var event : page.path("items")) {
      events.add(
          new LogItem(
              event.path("id").asString(),
              event.path("job_id").asString(null),
              event.path("payload").path("lease_euid").asString(null),
              event.path("payload").path("action_euid").asString(),
              event.path("payload").path("revision").asLong(),
              event.path("type").asString(),
              null));
    }
    cursor = page.path("next_cursor").asString();
    log.write(
        new LogLine(LogLine.Kind.PAGE, System.nanoTime(), who, 0, "events", 200, cursor, events));
  }
}

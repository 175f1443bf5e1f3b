package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.tapdb.Json;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Deep queues are counted now and then: the pages say when, and do not take it for the time. */
@ExtendWith(ScreenExtension.class)
class OldCountsTest {

  private static final Pattern SCRIPTS = Pattern.compile("href=\"(/ui/[^\"]*/js/)api.js\"");

  private static BrowserScreen screen;
  private static String scripts;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    var found = SCRIPTS.matcher(new HttpApi(bench.tapline.address(), null).get("/").text());
    assertThat(found.find()).isTrue();
    scripts = found.group(1);
  }

  @BeforeEach
  void open() {
    screen.open("/sign-in");
  }

  /** A queue that was counted at a time long past. */
  private static String queue(long depth) {
    return Json.print(Map.of("queue_depth", depth, "computed_at", "2020-01-01T00:00:00.000000Z"));
  }

  /** The year in which a page believes itself to be that was told of this queue. */
  private static Object yearAfter(String queue) {
    return screen
        .driver()
        .executeAsyncScript(
            "const [scripts, queue, done] = arguments;"
                + "const was = window.fetch;"
                // The page itself may still read who is signed in.
                + "window.fetch = async (path, ...more) => path.endsWith('queues')"
                + " ? new Response(`{\"items\": [${queue}]}`,"
                + " { headers: { 'Content-Type': 'application/json' } }) : was(path, ...more);"
                + "Promise.all([import(scripts + 'api.js'), import(scripts + 'clock.js')])"
                + ".then(async ([api, clock]) => {"
                + " await api.get('queues'); window.fetch = was;"
                + " done(new Date(clock.now()).getUTCFullYear()); });",
            scripts,
            queue);
  }

  @Test
  void the_time_of_an_old_count_is_not_the_time() {
    assertThat(yearAfter(queue(1_000_000))).isNotEqualTo(2020L);
    // Small ones are counted when they are read.
    assertThat(yearAfter(queue(10_000))).isEqualTo(2020L);
  }

  private static String saidOf(String queue) {
    return (String)
        screen
            .driver()
            .executeAsyncScript(
                "const [scripts, queue, done] = arguments;"
                    + "Promise.all([import(scripts + 'lit.js'), import(scripts + 'parts/text.js')])"
                    + ".then(([lit, text]) => {"
                    + " const old = document.createElement('p');"
                    + " lit.render(text.countedAt(JSON.parse(queue)), old);"
                    + " done(old.textContent); });",
                scripts,
                queue);
  }

  @Test
  void an_old_count_says_how_old_it_is() {
    assertThat(saidOf(queue(1_000_000))).startsWith("counted ").endsWith(" ago");
    assertThat(saidOf(queue(10_000))).as("as old as the page").isEmpty();
  }
}

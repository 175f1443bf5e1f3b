package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.server.testing.HttpApi;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The conditions that need attention, and their texts: the function of the page, run in the
 * browser.
 */
@ExtendWith(ScreenExtension.class)
class AttentionTest {

  private static final Pattern MODULE = Pattern.compile("href=\"(/ui/[^\"]*/js/attention.js)\"");

  private static BrowserScreen screen;
  private static String module;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    var page = new HttpApi(bench.tapline.address(), null).get("/").text();
    var found = MODULE.matcher(page);
    assertThat(found.find()).isTrue();
    module = found.group(1);
  }

  @BeforeEach
  void open() {
    screen.open("/sign-in");
  }

  /** A queue with work, a worker and nothing wrong, but for what is said here. */
  private static Map<String, Object> queue(Object... more) {
    var queue = new HashMap<String, Object>();
    queue.put("queue_depth", 5);
    queue.put("worker_online_count", 1);
    queue.put("worker_serving_count", 1);
    queue.put("active_leases", 0);
    queue.put("enabled", true);
    queue.put("manual_only", false);
    queue.put("failure_rate", 0);
    queue.put("throughput_failure_per_minute", 0);
    queue.put("oldest_job_age_seconds", 60);
    queue.put("throughput_success_per_minute", 1);
    queue.put("dead_letter_count", 0);
    for (int i = 0; i < more.length; i += 2) {
      queue.put((String) more[i], more[i + 1]);
    }
    return queue;
  }

  @RecordBuilder
  record Point(
      Integer depth,
      Integer oldestAgeSeconds,
      Integer completed,
      Integer failed,
      Integer p95WaitSeconds) {

    Point(Integer depth, Integer oldestAgeSeconds, Integer completed, Integer failed) {
      this(depth, oldestAgeSeconds, completed, failed, null);
    }

    static final Point UNSEEN = AttentionTestPointBuilder.builder().build();
  }

  /** The last hour, the oldest minute first. */
  private static List<Point> hour(IntFunction<Point> minute) {
    var points = new ArrayList<Point>();
    for (int i = 0; i < 60; i++) {
      points.add(minute.apply(i));
    }
    return points;
  }

  private static List<String> said(Map<String, Object> queue, List<Point> points) {
    var found =
        screen
            .driver()
            .executeAsyncScript(
                "const [module, queue, points, done] = arguments;"
                    + "import(module).then(({ concernsOf }) => done("
                    + "concernsOf(JSON.parse(queue), JSON.parse(points))"
                    + ".map(({ colour, text }) => `${colour}: ${text}`)));",
                module,
                Json.print(queue),
                Json.print(points));
    return ((List<?>) found).stream().map(String::valueOf).toList();
  }

  private static final List<Point> CALM = hour(i -> new Point(5, 60, 1, 0));

  @Test
  void a_queue_that_flows_needs_nobody() {
    assertThat(said(queue(), CALM)).isEmpty();
    assertThat(said(queue(), List.of())).isEmpty();
  }

  @Test
  void work_without_a_worker_comes_first_and_its_age_is_not_said_twice() {
    var aging = hour(i -> new Point(5, 60 * (i + 1), 0, 0));
    var alone = queue("worker_online_count", 0, "worker_serving_count", 0);
    alone.put("dead_letter_count", 1);
    assertThat(said(alone, aging))
        .containsExactly("red: 5 waiting, no eligible worker online", "amber: 1 dead letter");
    assertThat(said(queue("worker_serving_count", 0, "manual_only", true), aging))
        .containsExactly("blue: 5 waiting for a manual claim");
    assertThat(said(queue("worker_serving_count", 0, "queue_depth", 0), CALM)).isEmpty();
  }

  @Test
  void a_worker_that_could_serve_it_and_does_not_is_none() {
    assertThat(said(queue("worker_online_count", 2, "worker_serving_count", 0), CALM))
        .containsExactly("red: 5 waiting, no worker serving, 2 eligible");
  }

  @Test
  void age_that_grows_while_nothing_is_done_is_told_with_what_it_was() {
    var aging = hour(i -> new Point(5, 60 * (i - 45), i < 50 ? 1 : 0, 0));
    var words = "oldest wait grew from 5m 0s to 14m 0s, no job finished";
    assertThat(said(queue(), aging)).containsExactly("red: " + words);
    // Somebody is at it: it may just take long.
    assertThat(said(queue("active_leases", 2), aging))
        .containsExactly("amber: " + words + ", 2 leased");
  }

  @Test
  void old_work_raises_no_concern_after_a_finish_an_empty_queue_or_missing_samples() {
    assertThat(said(queue(), hour(i -> new Point(5, 60 * (i - 45), i < 55 ? 0 : 1, 0)))).isEmpty();
    assertThat(said(queue(), hour(i -> new Point(i == 54 ? 0 : 5, i == 54 ? null : i, 0, 0))))
        .isEmpty();
    assertThat(said(queue(), hour(i -> new Point(5, i == 55 ? 1 : 60 * i, 0, 0)))).isEmpty();
    assertThat(said(queue(), hour(i -> i < 56 ? Point.UNSEEN : new Point(5, i, 0, 0)))).isEmpty();
    // Missing minutes among enough others do not hide it.
    assertThat(said(queue(), hour(i -> i % 2 == 0 ? Point.UNSEEN : new Point(5, 9 * i, 0, 0))))
        .hasSize(1);
  }

  @Test
  void a_queue_that_takes_more_than_it_does_falls_behind() {
    var behind = hour(i -> new Point(Math.max(0, i - 20), 25 * (i - 5), 1, 0));
    assertThat(said(queue(), behind))
        .containsExactly("amber: falling behind: oldest wait grew from 10m 25s to 22m 30s");
    assertThat(said(queue(), hour(i -> new Point(30, 25 * i, 1, 0)))).isEmpty();
  }

  @Test
  void failures_are_held_against_the_queues_own_last_hour() {
    var worse = hour(i -> new Point(5, 60, 9, i < 50 ? 1 : 6));
    assertThat(said(queue("failure_rate", 0.4), worse))
        .containsExactly(
            "red: 40 % of attempts failed in the last 10 minutes, 10 % in the hour before");
    // As bad as ever is told as that, and little of little is not told.
    var same = hour(i -> new Point(5, 60, 6, 4));
    assertThat(said(queue("failure_rate", 0.4, "throughput_failure_per_minute", 4), same))
        .containsExactly("red: 40 % of attempts fail");
    // One of two failed within five minutes: that is no share to speak of.
    assertThat(said(queue("failure_rate", 0.5, "throughput_failure_per_minute", 0.2), CALM))
        .isEmpty();
    assertThat(said(queue(), hour(i -> new Point(5, 60, 1, i < 58 ? 0 : 1)))).isEmpty();
    assertThat(said(queue(), hour(i -> new Point(5, 60, 0, i < 50 ? 0 : 1)))).isEmpty();
  }

  @Test
  void age_is_held_against_what_is_usual_in_this_queue() {
    var quick = hour(i -> new Point(89, 60, 1, 0, 20));
    var old = queue("queue_depth", 89, "oldest_job_age_seconds", 720);
    assertThat(said(old, quick)).containsExactly("amber: oldest wait 12m 0s, usually 20s");
    var slow = hour(i -> new Point(89, 60, 1, 0, 600));
    assertThat(said(old, slow)).isEmpty();
  }

  @Test
  void many_that_wait_too_long_come_before_few_that_fail() {
    var waits = queue("queue_depth", 89, "oldest_job_age_seconds", 720);
    var fails = queue("failure_rate", 0.14, "throughput_failure_per_minute", 0.2);
    var worse = hour(i -> new Point(5, 60, 2, i < 50 ? 0 : i % 3 == 0 ? 1 : 0, 20));
    var quick = hour(i -> new Point(89, 60, 1, 0, 20));
    assertThat(weight(waits, quick)).isGreaterThan(weight(fails, worse)).isPositive();
    // All of many that fail come before a wait that is somewhat long.
    var all = queue("failure_rate", 1.0, "throughput_failure_per_minute", 9);
    var somewhat = queue("oldest_job_age_seconds", 130);
    assertThat(weight(all, CALM)).isGreaterThan(weight(somewhat, quick));
  }

  private static double weight(Map<String, Object> queue, List<Point> points) {
    var found =
        screen
            .driver()
            .executeAsyncScript(
                "const [module, queue, points, done] = arguments;"
                    + "import(module).then(({ weightOf }) => done("
                    + "weightOf(JSON.parse(queue), JSON.parse(points))));",
                module,
                Json.print(queue),
                Json.print(points));
    return ((Number) found).doubleValue();
  }

  @Test
  void a_long_wait_and_a_queue_that_is_off_are_told_without_a_trend() {
    var old = queue("oldest_job_age_seconds", 7200, "throughput_success_per_minute", 0);
    assertThat(said(old, List.of())).containsExactly("red: oldest wait 2h 0m, no job finishes");
    assertThat(said(queue("enabled", false, "disabled_reason", "recall"), CALM))
        .containsExactly("grey: paused: recall");
  }
}

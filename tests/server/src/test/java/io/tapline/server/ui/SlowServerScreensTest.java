package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Screens of a server that answers, and takes its time. */
@ExtendWith(ScreenExtension.class)
class SlowServerScreensTest {

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  /** Reads of this address wait from now on until {@link #answer}, and are counted. */
  private static void hold(String address) {
    screen
        .driver()
        .executeScript(
            "window.asked = 0;"
                + "window.fetching = window.fetch;"
                + "window.answered = new Promise((answer) => { window.answer = answer; });"
                + "window.fetch = async (path, options) => {"
                + " if (String(path).split('?')[0] === arguments[0]) {"
                + "  window.asked++;"
                + "  await window.answered;"
                + " }"
                + " return window.fetching(path, options);"
                + "};",
            "/api/v1/execution/" + address);
  }

  private static void answer() {
    screen.driver().executeScript("window.answer()");
  }

  private static long number(String script) {
    return ((Number) screen.driver().executeScript("return " + script)).longValue();
  }

  private static String row(String queue, String figure) {
    return screen.one("tr[data-queue='" + queue + "'] [data-figure=" + figure + "]");
  }

  @Test
  void a_figure_that_was_not_read_yet_is_not_shown_as_none() {
    var queue = lab.queue();
    lab.enqueue(queue);
    screen.signIn("acme-operator", "/holds");
    screen.sees("Live");
    hold("queues");
    screen.clickOn("nav a[href='/']");
    screen.until(() -> number("window.asked") == 1);
    screen.until(() -> "–".equals(screen.one("[data-total=depth]")));
    assertThat(screen.one("[data-total=held]")).isEqualTo("–");
    answer();
    screen.until(() -> "1".equals(row(queue, "depth")));
    assertThat(screen.one("[data-total=depth]")).matches("[1-9][0-9,]*");
  }

  @Test
  void the_table_of_queues_does_not_wait_for_charts() {
    var queue = lab.queue();
    lab.enqueue(queue);
    screen.signIn("acme-operator", "/holds");
    screen.sees("Live");
    hold("series");
    screen.clickOn("nav a[href='/']");
    screen.until(() -> "1".equals(row(queue, "depth")));
    assertThat(screen.text()).doesNotContain("Trends");
    answer();
    screen.sees("Trends");
  }

  /** The page's timers are short here, and those after which a screen is read again are counted. */
  @Test
  void a_read_that_runs_is_waited_for_before_the_next() {
    var queue = lab.queue();
    screen.signIn("acme-operator", "/activity?queue_key=" + queue);
    screen.sees("Live");
    hold("actions");
    screen
        .driver()
        .executeScript(
            "const later = window.setTimeout;"
                + "window.due = 0;"
                + "window.setTimeout = (done, ms, ...rest) => later(() => {"
                + " done(...rest);"
                + " window.due += ms >= 250 && ms <= 1500 ? 1 : 0;"
                + "}, ms / 100);");
    lab.enqueue(queue);
    screen.until(() -> number("window.due") >= 1);
    var second = lab.enqueue(queue);
    screen.until(() -> number("window.due") >= 2);
    assertThat(number("window.asked")).as("reads at once").isEqualTo(1);
    answer();
    screen.sees(second);
    assertThat(number("window.asked")).isGreaterThan(1);
  }
}

package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** No screen says "fine" when it is not. */
@ExtendWith(ScreenExtension.class)
class TruthfulScreensTest {

  /** More than a page of the list has. */
  private static final int LETTERS = 103;

  private static BrowserScreen screen;
  private static TenantApi lab;
  private static TenantApi other;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    other = bench.other;
  }

  private static String row(String queue, String what) {
    return screen.one("tr[data-queue='" + queue + "'] " + what);
  }

  @Test
  void a_worker_of_another_queue_does_not_hide_that_nobody_serves_this_one() {
    var queue = lab.queue();
    var other = lab.queue();
    lab.enqueue(queue);
    lab.enqueue(queue);
    var worker = lab.worker();
    lab.claim(worker, other, 1);
    screen.signIn("acme-operator", "/?filter=" + queue);
    screen.sees("2 waiting, no worker serving");
    assertThat(row(queue, "[data-figure=workers]")).startsWith("0 / ");
    lab.claim(worker, queue, 1);
    screen.until(() -> String.valueOf(row(queue, "[data-figure=workers]")).startsWith("1 / "));
    screen.seesNo("no worker serving");
    // Nothing of it has ended, and its chart says so instead of showing nothing.
    var unclaimed = lab.queue();
    lab.enqueue(unclaimed);
    screen.open("/queues/" + unclaimed);
    screen.until(() -> "No claims in this period.".equals(screen.one("[data-none=wait]")));
    screen.open("/?filter=" + unclaimed);
    screen.clickOn("tr[data-queue='" + unclaimed + "'] a.badge");
    screen.until(() -> screen.path().equals("/queues/" + unclaimed));
    screen.open("/?filter=" + queue);
    // A count links to its list.
    screen.clickOn("tr[data-queue='" + queue + "'] [data-figure=workers] a");
    screen.sees("requests or holds jobs of this queue");
    assertThat(screen.one("tr[data-worker='" + worker + "']")).contains("requests or holds");
    assertThat(screen.one("[data-total=workers]")).startsWith("1 / ");
    // One that says that it ends is gone at once.
    lab.service
        .post("actions/heartbeat-worker", TenantApi.body("worker_euid", worker, "ending", true))
        .ok();
    screen.open("/workers/" + worker);
    screen.sees("Offline");
    screen.open("/queues/" + queue);
    screen.sees("1 waiting, no ");
  }

  @Test
  void with_the_server_gone_old_figures_are_dimmed_and_nothing_is_said_to_be_empty() {
    var queue = lab.queue();
    lab.enqueue(queue);
    screen.signIn("acme-operator", "/?filter=" + queue);
    screen.until(() -> "1".equals(row(queue, "[data-figure=depth]")));
    offline(true);
    try {
      lab.enqueue(queue);
      screen.sees("The server does not respond.");
      assertThat(screen.one("[data-unanswered]"))
          .containsPattern("Data as of \\d\\d:\\d\\d:\\d\\d\\.");
      assertThat(row(queue, "[data-figure=depth]")).isEqualTo("1");
      assertThat(opacity(".page-body")).isLessThan(1);
      screen.clickOn("nav a[href='/holds']");
      screen.sees("The server does not respond.");
      screen.sees("No data could be read.");
      assertThat(screen.text()).doesNotContain("No active holds");
      screen.clickOn("nav a[href='/']");
      screen.sees("The server does not respond.");
      assertThat(screen.text()).doesNotContain("No queues yet");
    } finally {
      offline(false);
    }
    screen.until(() -> screen.driver().findElements(By.cssSelector("[data-unanswered]")).isEmpty());
    screen.sees("All queues");
    assertThat(opacity(".page-body")).isEqualTo(1);
  }

  /** It takes the connection and never says a word, as one that is stopped or swaps does. */
  @Test
  void a_server_that_hangs_is_told_from_one_that_answers() {
    var queue = lab.queue();
    lab.enqueue(queue);
    screen.signIn("acme-operator", "/?filter=" + queue);
    screen.until(() -> "1".equals(row(queue, "[data-figure=depth]")));
    screen
        .driver()
        .executeScript(
            "window.answering = window.fetch;"
                + "window.patience = AbortSignal.timeout;"
                + "AbortSignal.timeout = (ms) => window.patience.call(AbortSignal, ms / 100);"
                + "window.fetch = (path, { signal } = {}) => new Promise((_, refuse) =>"
                + " signal?.addEventListener('abort', () => refuse(signal.reason)));");
    lab.enqueue(queue);
    screen.sees("The server does not respond.");
    assertThat(screen.one("[data-unanswered]")).contains("Data as of ");
    assertThat(opacity(".page-body")).isLessThan(1);
    screen
        .driver()
        .executeScript("window.fetch = window.answering; AbortSignal.timeout = window.patience;");
    screen.until(() -> "2".equals(row(queue, "[data-figure=depth]")));
    screen.until(() -> screen.driver().findElements(By.cssSelector("[data-unanswered]")).isEmpty());
  }

  private static double opacity(String css) {
    return Double.parseDouble(
        screen.driver().findElement(By.cssSelector(css)).getCssValue("opacity"));
  }

  /** Requests of the browser fail from now on. */
  private static void offline(boolean cut) {
    screen.driver().executeCdpCommand("Network.enable", Map.of());
    screen
        .driver()
        .executeCdpCommand(
            "Network.emulateNetworkConditions",
            Map.of("offline", cut, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  @Test
  void dead_letters_are_counted_by_the_server_and_all_matches_can_be_selected() {
    var queue = lab.queue();
    for (int i = 0; i < LETTERS; i++) {
      var subject = lab.enqueue(queue);
      lab.operator
          .post(
              "actions/dead-letter",
              TenantApi.body(
                  "subject_euid", subject, "reason_code", "policy_violation", "reason", "given up"))
          .ok();
    }
    screen.signIn("acme-operator", "/?filter=" + queue);
    screen.until(() -> ("" + LETTERS).equals(row(queue, "td[data-label='Dead letters']")));
    screen.clickOn("tr[data-queue='" + queue + "'] td[data-label='Dead letters'] a");
    screen.sees(LETTERS + " matches, 100 shown");
    screen.sees("By queue: all");
    screen.press("a");
    screen.sees("100 selected");
    screen.sees("Select all " + LETTERS + " matches");
    screen.press("a");
    screen.sees("All " + LETTERS + " matches selected");
    screen.press("i");
    screen.sees("Ignore " + LETTERS + " dead letters");
    screen.confirm("known to the operators");
    screen.sees("No open dead letters");
    var left = lab.operator.get("dead-letter/groups?resolution_state=OPEN&queue_key=" + queue).ok();
    assertThat(left.path("total").asInt()).isZero();
  }

  @Test
  void what_waits_and_what_is_leased_in_all_queues_leads_to_the_list_of_exactly_those() {
    var queue = other.queue(ScreenExtension.LONG_LEASE);
    var second = other.queue(ScreenExtension.LONG_LEASE);
    for (var each : List.of(queue, queue, second, second, second)) {
      other.enqueue(each);
    }
    var worker = other.worker();
    other.claimOne(worker, queue);
    other.claimOne(worker, second);
    int waiting = other.operator.get("items?limit=500").ok().path("items").size();
    int leased = other.operator.get("leases?status=ACTIVE&queues=listed").ok().path("items").size();
    assertThat(waiting).isBetween(3, 50);
    assertThat(leased).isBetween(2, 50);
    screen.signIn("other-operator", "/");
    screen.until(() -> ("" + waiting).equals(screen.one("[data-total=depth]")));
    screen.clickOn("a.total:has([data-total=depth])");
    screen.until(() -> rows() == waiting);
    assertThat(screen.path()).isEqualTo("/work");
    assertThat(screen.text()).contains(queue).contains(second);
    assertThat(screen.one("#tab-waiting .n")).isEqualTo("" + waiting);
    screen.open("/");
    screen.until(() -> ("" + leased).equals(screen.one("[data-total=leases]")));
    screen.clickOn("a.total:has([data-total=leases])");
    screen.until(() -> rows() == leased);
    assertThat(screen.one("#tab-leased .n")).isEqualTo("" + leased);
    // Jobs behind a pause are shown separately.
    int revision = other.admin.get("queues/" + second).ok().path("revision").asInt();
    other
        .admin
        .post(
            "actions/update-queue",
            TenantApi.body("queue_key", second, "expected_revision", revision, "enabled", false))
        .ok();
    screen.open("/");
    screen.until(() -> "plus 2 paused".equals(screen.one("[data-more]")));
    assertThat(screen.one("[data-total=depth]")).isEqualTo("" + (waiting - 2));
    screen.open("/work?tab=paused");
    screen.until(() -> rows() == 2);
    assertThat(screen.offers("Claim")).isFalse();
  }

  /** Queues that are hidden from operators and retired queues are not counted. */
  @Test
  void what_is_held_in_all_queues_leads_to_the_list_of_exactly_those() {
    var queue = other.queue();
    var hidden = other.queue();
    var retired = other.queue();
    var held = hold(queue);
    var unseen = List.of(hold(hidden), hold(retired));
    other
        .admin
        .post(
            "actions/update-queue",
            TenantApi.body("queue_key", hidden, "expected_revision", 1, "operator_visible", false))
        .ok();
    other
        .admin
        .post("actions/retire-queue", TenantApi.body("queue_key", retired, "reason", "moved"))
        .ok();
    screen.signIn("other-operator", "/");
    screen.sees("All queues");
    // The total is a dash until the page has read it.
    screen.until(() -> screen.one("[data-total=held]").matches("[1-9][0-9]*"));
    var counted = Integer.parseInt(screen.one("[data-total=held]"));
    screen.clickOn("a.total:has([data-total=held])");
    screen.until(() -> rows() == counted);
    assertThat(screen.path()).isEqualTo("/work?tab=held");
    assertThat(screen.one("#tab-held .n")).isEqualTo("" + counted);
    assertThat(screen.text()).contains(held, queue, "look at it").doesNotContain(unseen);
    // An administrator gets the hidden queue, counted and listed.
    screen.signIn("other-admin", "/work?tab=held");
    screen.until(() -> rows() == counted + 1);
    assertThat(screen.one("#tab-held .n")).isEqualTo("" + (counted + 1));
    assertThat(screen.text()).contains(held, unseen.get(0)).doesNotContain(unseen.get(1));
  }

  private static String hold(String queue) {
    var subject = other.enqueue(queue);
    other
        .operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look at it"))
        .ok();
    return subject;
  }

  @Test
  void who_did_something_leads_to_all_that_they_did() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-admin", "/activity?subject_euid=" + subject);
    screen.until(() -> rows() > 0);
    var who = screen.one("a[data-actor]");
    screen.clickOn("a[data-actor]");
    screen.until(() -> screen.path().startsWith("/activity?actor="));
    screen.until(() -> rows() > 1);
    assertThat(screen.driver().findElements(By.cssSelector("a[data-actor]")))
        .isNotEmpty()
        .allSatisfy(link -> assertThat(link.getText()).contains(who));
    screen.open("/subjects/" + subject);
    screen.clickOn(".timeline a[data-actor]");
    screen.until(() -> screen.path().startsWith("/activity?actor="));
  }

  /** Two minutes were seen, two were not, one was, one was not, and two are up to now. */
  @Test
  void a_small_line_has_a_gap_where_nobody_looked() {
    screen.open("/sign-in");
    var drawn =
        screen
            .driver()
            .executeAsyncScript(
                "const done = arguments[0];"
                    + "const js = document.querySelector('link[href$=\"/js/attention.js\"]').href"
                    + ".replace('attention.js', '');"
                    + "const seen = (completed, failed) => ({ depth: 0, completed, failed });"
                    + "const unseen = { depth: null, completed: null, failed: null };"
                    + "Promise.all([import(js + 'parts/spark.js'), import(js + 'lit.js')])"
                    + ".then(([{ spark }, { render }]) => {"
                    + "const at = document.createElement('div');"
                    + "render(spark([seen(4, 0), seen(2, 1), unseen, unseen, seen(1, 0), unseen,"
                    + " seen(0, 0), seen(4, 0)], 'x'), at);"
                    + "done(['.done', '.area', '.fail']"
                    + ".map((one) => at.querySelector(one).getAttribute('d')));"
                    + "});");
    var paths = ((List<?>) drawn).stream().map(String::valueOf).toList();
    assertThat(paths.get(0)).isEqualTo("M0.0,2.0L13.7,13.0M54.9,18.5h0.6M82.3,24.0L96.0,2.0");
    assertThat(paths.get(1).split("Z")).hasSize(3);
    assertThat(paths.get(2)).isEqualTo("M0.0,24.0L13.7,18.5");
  }

  @Test
  void who_placed_a_hold_leads_to_the_worker_or_to_what_the_person_did() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var byPerson = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid", byPerson, "hold_code", "QC", "reason", "looked at by hand"))
        .ok();
    lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post("actions/fail", TenantApi.on(worker, claim, "error_class", "BUSINESS_RULE_HOLD"))
        .ok();
    screen.signIn("acme-operator", "/subjects/" + claim.path("subject_euid").asString());
    screen.clickOn("a[data-by='" + worker + "']");
    screen.sees("Active leases");
    assertThat(screen.path()).isEqualTo("/workers/" + worker);
    screen.open("/subjects/" + byPerson);
    screen.clickOn("a[data-by]");
    screen.sees("looked at by hand");
    assertThat(screen.path()).startsWith("/activity?actor=");
  }

  @Test
  void the_fields_of_a_time_range_lie_beside_each_other() {
    screen.signIn("acme-operator", "/activity");
    screen.sees("Audit trail");
    screen.size(1360, 1000);
    try {
      assertThat(
              screen
                  .driver()
                  .executeScript(
                      "const inputs = [...document.querySelectorAll('.filters .input, .filters"
                          + " .segmented')].map((e) => e.getBoundingClientRect());"
                          + " return inputs.some((a, i) => inputs.some((b, j) => i < j"
                          + " && a.left < b.right - 1 && b.left < a.right - 1"
                          + " && a.top < b.bottom - 1 && b.top < a.bottom - 1));"))
          .isEqualTo(false);
      // And the reasons are not beyond the edge of the table.
      screen.until(
          () ->
              (Boolean)
                  screen
                      .driver()
                      .executeScript(
                          "const table = document.querySelector('.table-wrap'); return table !=="
                              + " null && table.scrollWidth <= table.clientWidth;"));
    } finally {
      screen.size(1440, 1000);
    }
  }

  private static int rows() {
    return screen.driver().findElements(By.cssSelector("tbody tr")).size();
  }

  @Test
  void the_dashboard_says_what_it_is_ordered_by() {
    screen.signIn("acme-operator", "/");
    screen.sees("sorted by urgency");
    screen.click("Waiting");
    screen.sees("sorted by waiting, highest first");
    screen.click("Waiting ↓");
    screen.sees("sorted by waiting, lowest first");
  }

  @Test
  void charts_have_the_minute_that_runs() {
    var queue = lab.queue();
    var worker = lab.worker();
    lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    screen.signIn("acme-operator", "/queues/" + queue + "?window=day");
    screen.until(
        () ->
            screen
                .driver()
                .findElement(By.id("chart-flow"))
                .getDomAttribute("aria-label")
                .contains("1 completed, 0 failed"));
  }
}

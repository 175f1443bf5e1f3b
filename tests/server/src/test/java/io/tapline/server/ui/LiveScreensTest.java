package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;

/** Screens follow what happens, and what happened elsewhere meanwhile is said clearly. */
@ExtendWith(ScreenExtension.class)
class LiveScreensTest {

  private static BrowserScreen screen;
  private static TenantApi lab;
  private static Path downloads;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    downloads = bench.downloads;
  }

  @Test
  void the_dashboard_follows_a_claim_without_a_reload() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    lab.enqueue(queue);
    lab.enqueue(queue);
    var worker = lab.worker();
    screen.signIn("acme-operator", "/");
    var row = "tr[data-queue='" + queue + "'] ";
    screen.until(() -> "2".equals(screen.one(row + "[data-figure=depth]")));
    screen.sees("Live");
    screen.driver().executeScript("window.sameDocument = true");
    lab.claimOne(worker, queue);
    screen.until(() -> "1".equals(screen.one(row + "[data-figure=leases]")));
    screen.until(() -> "1".equals(screen.one(row + "[data-figure=depth]")));
    assertThat(screen.driver().executeScript("return window.sameDocument")).isEqualTo(true);
  }

  /** Only where they are used are there filters by them. */
  private static String scoped() {
    var key = TenantApi.unique("scoped");
    var policy =
        TenantApi.body(
            "queue_key", key, "subject_template_codes", List.of("data/execution/task/1.0"));
    for (var scope : List.of("site", "platform", "assay")) {
      policy.put(scope + "_scope", List.of("any-" + scope));
    }
    lab.admin.post("actions/create-queue", policy).ok();
    return key;
  }

  /** The required content of each screen, by the titles of its columns and cards. */
  @Test
  void every_screen_shows_what_it_was_asked_to() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var dead = lab.enqueue(queue);
    var worker = lab.worker();
    var failed = TenantApi.on(worker, lab.claimOne(worker, queue), "retryable", false);
    lab.service.post("actions/fail", failed).ok();
    var held = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", held, "hold_code", "QC", "reason", "look"))
        .ok();
    var source = lab.enqueue(queue);
    var made = TenantApi.on(worker, lab.claimOne(worker, queue), "outputs", List.of(held));
    lab.service.post("actions/complete", made).ok();
    lab.enqueue(queue);

    screen.signIn("acme-operator", "/");
    heads("tr[data-queue='" + queue + "']")
        .contains("Waiting", "Oldest", "Leased", "Held", "Dead letters", "Workers");
    screen.open("/queues/" + queue);
    heads("tbody tr").contains("State", "Priority", "Ready", "Due", "Attempts spent");
    assertThat(screen.offers("Claim")).as("quick claim").isTrue();
    screen.open("/queues/" + scoped());
    for (var filter : new String[] {"site", "platform", "assay", "state"}) {
      screen.until(() -> screen.text().toLowerCase(Locale.ROOT).contains(filter));
    }
    screen.open("/workers");
    heads("tr[data-worker]").contains("Status", "Heartbeat", "Leases", "Capabilities");
    screen.open("/workers/" + worker);
    for (var fact : new String[] {"Capabilities", "Sites", "Platforms", "Assays"}) {
      screen.sees(fact);
    }
    screen.open("/dead-letters");
    heads("tbody tr").contains("Error", "Reason", "Attempts");
    screen.open("/holds");
    heads("tbody tr").contains("Hold", "Reason", "Placed");
    screen.open("/subjects/" + dead);
    for (var card : new String[] {"Execution", "Dead letter", "Timeline"}) {
      screen.sees(card);
    }
    // Its envelope, its attempt and what it is linked to, not only the words over them.
    screen.sees("FAILED_TERMINAL");
    screen.sees(failed.get("lease_euid").toString());
    screen.open("/subjects/" + held);
    screen.sees("Holds");
    screen.sees("Not claimable");
    screen.open("/subjects/" + source);
    screen.sees("Lineage");
    assertThat(screen.driver().findElement(By.cssSelector("#lineage")).getDomProperty("innerHTML"))
        .as("what it is linked to")
        .contains(held);
  }

  /** The words over the columns, once there is a row. */
  private static ListAssert<String> heads(String row) {
    screen.until(() -> !screen.driver().findElements(By.cssSelector(row)).isEmpty());
    return assertThat(
        screen.driver().findElements(By.cssSelector("thead th")).stream()
            .map(head -> head.getDomProperty("textContent").replaceAll("[↑↓]", "").strip())
            .toList());
  }

  @Test
  void a_subject_shows_its_lease_when_a_worker_takes_it_and_its_end() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Claimable");
    var claim = lab.claimOne(worker, queue);
    screen.sees("Claimed, not started");
    screen.sees("Active lease");
    screen.until(() -> screen.one("[data-countdown]").endsWith("left"));
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    screen.sees("Claimed and started");
    var name = lab.operator.get("workers/" + worker).ok().path("display_name").asString();
    assertThat(screen.one("[data-holder]")).startsWith("Leased to " + name + " until");
    // Nothing is wrong, so nothing warns.
    assertThat(screen.driver().findElements(By.cssSelector("#why.warn, #why li"))).isEmpty();
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    screen.sees("the job has ended");
    screen.sees("COMPLETED");
    assertThat(screen.driver().findElements(By.cssSelector("#why li"))).hasSize(1);
  }

  /** Asked of the page itself: its own timer would read the queue again after a while. */
  @Test
  void the_screen_of_a_queue_follows_work_that_leaves_it_and_work_that_arrives() {
    var from = lab.queue();
    var to = lab.queue();
    var subject = lab.enqueue(from);
    screen.signIn("acme-operator", "/queues/" + to);
    var follows =
        screen
            .driver()
            .executeAsyncScript(
                "const [from, to, done] = arguments;"
                    + "const own = document.querySelector('[href$=\"/js/attention.js\"]').href;"
                    + "import(own.replace('attention.js', 'pages/queue.js')).then(({ QueuePage }) =>"
                    + " done([from, to, 'other'].map((key) => QueuePage.prototype.concerns.call({ key },"
                    + " { type: 'job_routed', payload: { queue_key: from, to_queue_key: to } }))));",
                from,
                to);
    assertThat(follows).isEqualTo(List.of(true, true, false));
    var worker = lab.worker();
    lab.service
        .post(
            "actions/complete",
            TenantApi.on(worker, lab.claimOne(worker, from), "next_queue_key", to))
        .ok();
    screen.sees(subject);
    screen.open("/subjects/" + subject);
    screen.until(
        () ->
            String.valueOf(screen.one("[data-action=complete_queue_execution] .detail"))
                .contains("→"));
    assertThat(screen.one("[data-action=complete_queue_execution] .detail")).contains(from, to);
  }

  @Test
  void held_in_one_tab_and_completed_in_the_other_is_told_where_the_person_is() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    screen.signIn("acme-admin", "/subjects/" + subject);
    screen.click("Claim");
    screen.confirm(null);
    screen.click("Complete");
    screen.sees("The lease ends, and the attempt is recorded as succeeded.");
    var driver = screen.driver();
    var bench = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    screen.open("/subjects/" + subject);
    screen.click("Hold");
    screen.confirm("wrong tube");
    screen.sees("Not claimable");
    driver.close();
    driver.switchTo().window(bench);
    screen.submit();
    screen.sees("LEASE_NOT_ACTIVE");
    screen.sees("The lease has ended meanwhile.");
    screen.click("Back");
    screen.sees("Not claimable");
    assertThat(lab.state(subject)).isEqualTo("HELD");
  }

  @Test
  void who_decides_on_what_is_no_longer_so_is_told() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.click("Requeue");
    screen.sees("The job becomes READY");
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "quicker"))
        .ok();
    screen.fill("Reason", "slower");
    screen.submit();
    screen.sees("SUBJECT_HELD");
    screen.sees("Release the hold first");
    assertThat(lab.state(subject)).isEqualTo("HELD");
  }

  @Test
  void holds_and_dead_letters_say_who_and_what_was_last() {
    var me = lab.operator.get("/api/v1/me").ok().path("principal").asString();
    var queue = lab.queue();
    var held = lab.enqueue(queue);
    var hold =
        lab.operator
            .post(
                "actions/hold",
                TenantApi.body("subject_euid", held, "hold_code", "QC", "reason", "look"))
            .ok()
            .path("hold_euid")
            .asString();
    var dead = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/fail", TenantApi.on(worker, claim, "retryable", false)).ok();
    screen.signIn("acme-operator", "/holds");
    screen.sees("by " + me);
    screen.open("/dead-letters?queue=" + queue);
    screen.sees("last record " + claim.path("record_euid").asString());
    screen.sees("lease " + claim.path("lease_euid").asString());
    screen.open("/subjects/" + dead);
    screen.sees(claim.path("record_euid").asString());
    lab.operator.post("actions/release-hold", TenantApi.body("hold_euid", hold)).ok();
    screen.open("/subjects/" + held);
    screen.sees("released");
    screen.sees("by " + me);
  }

  @Test
  void a_queue_hidden_from_operators_is_marked_for_administrators() {
    var queue = lab.queue();
    var subject = lab.enqueueWith(queue, "ready_at", "2100-01-01T00:00:00Z");
    lab.admin
        .post(
            "actions/update-queue",
            TenantApi.body(
                "queue_key",
                queue,
                "expected_revision",
                1,
                "operator_visible",
                false,
                "diagnostics_enabled",
                false))
        .ok();
    screen.signIn("acme-admin", "/queues/" + queue);
    screen.sees("hidden from operators");
    screen.open("/subjects/" + subject);
    screen.sees("Diagnostics are turned off");
  }

  @Test
  void the_trail_grows_as_things_are_done_and_goes_into_a_file() {
    var queue = lab.queue();
    screen.signIn("acme-operator", "/activity?queue_key=" + queue);
    screen.sees("Audit trail");
    var subject = lab.enqueue(queue);
    screen.sees(subject);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid", subject, "hold_code", "QC", "reason", "=HYPERLINK(\"x\")"))
        .ok();
    screen.sees("Hold placed");
    screen.click("CSV");
    screen.until(() -> !files().isEmpty());
    assertThat(read(files().get(0)))
        .startsWith("\"at\",\"action_key\",\"actor\"")
        .contains("place_execution_hold", subject, "\"'=HYPERLINK(\"\"x\"\")\"");
  }

  private static List<Path> files() {
    try (var all = Files.list(downloads)) {
      return all.filter(file -> file.toString().endsWith(".csv")).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static long points(String chart) {
    var found =
        screen
            .driver()
            .executeScript(
                "const canvas = document.getElementById(arguments[0]);"
                    + " const chart = canvas && globalThis.Chart?.getChart(canvas);"
                    + " return chart ? chart.data.labels.length : 0",
                "chart-" + chart);
    return ((Number) found).longValue();
  }

  private static void complete(String worker, String queue) {
    lab.enqueue(queue);
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
  }

  @Test
  void the_dashboard_has_charts_of_the_whole_over_an_hour_a_day_and_a_week() {
    var queue = lab.queue();
    var worker = lab.worker();
    screen.signIn("acme-operator", "/");
    screen.until(() -> points("whole-flow") == 60);
    var flow = screen.driver().findElement(By.id("chart-whole-flow")).getAttribute("aria-label");
    assertThat(flow).contains("completed", "in the current minute");
    // No samples are taken here: it is seen for a minute or two, and a slow machine looks again.
    screen.until(
        () -> {
          complete(worker, queue);
          screen.open("/");
          screen.sees("last hour: ");
          return screen.one("[data-window]").matches(".*: .*[1-9][0-9]* completed, .* failed");
        });
    screen.until(() -> points("whole-flow") == 60);
    for (var chart : List.of("whole-depth", "whole-run", "whole-use")) {
      assertThat(points(chart)).as(chart).isEqualTo(60);
    }
    screen.click("Day");
    screen.until(() -> points("whole-use") == 96);
    screen.click("Week");
    screen.until(() -> points("whole-run") == 84);
    assertThat(screen.path()).contains("window=week");
    screen.open(screen.path());
    screen.until(() -> points("whole-flow") == 84);
  }
}

package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Everyday use: long names, the way back, keys, many rows, another browser. */
@ExtendWith(ScreenExtension.class)
class EverydayScreensTest {

  private static final int MANY_LETTERS = 1_000;

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static long number(String script) {
    return ((Number) screen.driver().executeScript("return " + script)).longValue();
  }

  private static List<?> list(String script) {
    return (List<?>) screen.driver().executeScript(script);
  }

  private static void enqueue(String queue, int size) {
    var items = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < size; i++) {
      items.add(
          TenantApi.body(
              "idempotency_key",
              TenantApi.unique("many"),
              "queue_key",
              queue,
              "template_code",
              "data/execution/task/1.0",
              "properties",
              Map.of()));
    }
    lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
  }

  @Test
  void a_name_of_two_hundred_characters_is_clipped_and_breaks_no_table() {
    var name = "N" + "ame-without-any-space".repeat(9) + TenantApi.unique("x");
    assertThat(name).hasSizeGreaterThan(190);
    var queue = TenantApi.unique("long_" + "key_".repeat(22));
    lab.admin
        .post(
            "actions/create-queue",
            TenantApi.body(
                "queue_key",
                queue,
                "display_name",
                name.substring(0, 190),
                "subject_template_codes",
                List.of("data/execution/task/1.0")))
        .ok();
    var held = lab.enqueueWith(queue, "subject_name", name, "properties", Map.of());
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid", held, "hold_code", "QC", "reason", "as people write ".repeat(8)))
        .ok();
    lab.enqueueWith(queue, "subject_name", name + "2", "properties", Map.of());
    screen.signIn("acme-operator", "/");
    for (var path :
        List.of(
            "/?filter=" + queue,
            "/queues/" + queue,
            "/queues/" + queue + "?tab=held",
            "/search?queue_key=" + queue,
            "/holds",
            "/work?tab=held",
            "/activity?queue_key=" + queue)) {
      screen.open(path);
      screen.until(() -> !list("return [...document.querySelectorAll('td .clip')]").isEmpty());
      assertThat(
              list(
                  """
                  return [...document.querySelectorAll(".table-wrap")]
                    .filter((wrap) => wrap.scrollWidth > wrap.clientWidth + 1)
                    .map((wrap) => wrap.scrollWidth + " in " + wrap.clientWidth);
                  """))
          .as(path)
          .isEmpty();
      assertThat(
              list(
                  """
                  return [...document.querySelectorAll("tbody tr")]
                    .filter((row) => row.textContent.includes("without-any-space") && row.offsetHeight > 120)
                    .map((row) => row.offsetHeight);
                  """))
          .as(path)
          .isEmpty();
    }
    screen.open("/subjects/" + held);
    screen.until(() -> screen.one("dd .clip") != null);
    assertThat(
            list(
                """
                return [...document.querySelectorAll(".card .clip, .crumb .clip")]
                  .filter((one) => one.closest(".card, .title").getBoundingClientRect().right < one.getBoundingClientRect().right)
                  .map((one) => one.textContent);
                """))
        .as("what lies beyond its card")
        .isEmpty();
    screen.phone();
    try {
      for (var path : List.of("/queues/" + queue, "/subjects/" + held, "/work?tab=held")) {
        screen.open(path);
        screen.until(() -> screen.one(".card .clip") != null);
        assertThat((Object) list("return [document.documentElement.scrollWidth]"))
            .as(path)
            .isEqualTo(List.of(390L));
      }
    } finally {
      screen.desk();
    }
    screen.open("/queues/" + queue);
    screen.until(() -> screen.one("td.name .clip") != null);
    assertThat(
            screen.driver().findElement(By.cssSelector("td.name .clip")).getDomAttribute("title"))
        .isEqualTo(name + "2");
  }

  @Test
  void the_way_back_leads_to_where_one_was() {
    var queue = lab.queue();
    enqueue(queue, 80);
    screen.signIn("acme-operator", "/search?queue_key=" + queue);
    screen.click("Show more");
    screen.until(() -> number("document.querySelectorAll('tr[data-subject]').length") == 80);
    screen.driver().executeScript("window.scrollTo(0, 2500)");
    long top = number("Math.round(scrollY)");
    assertThat(top).isGreaterThan(1000);
    screen.driver().executeScript("document.querySelectorAll('tr[data-subject] a')[70].click()");
    screen.sees("Timeline");
    assertThat(number("Math.round(scrollY)")).isZero();
    screen.driver().navigate().back();
    screen.until(() -> Math.abs(number("Math.round(scrollY)") - top) < 20);
    assertThat(number("document.querySelectorAll('tr[data-subject]').length")).isEqualTo(80);
  }

  @Test
  void a_question_mark_shows_the_keys_of_the_page() {
    screen.signIn("acme-operator", "/dead-letters");
    screen.sees("Triage");
    screen.press("?");
    screen.sees("Requeue the selection");
    screen.sees("All pages");
    screen.press(Keys.ESCAPE);
    screen.seesNo("All pages");
    screen.open("/activity");
    screen.sees("Activity");
    screen.until(() -> screen.one("main h1") != null);
    screen.press("?");
    screen.sees("Show keyboard shortcuts");
    assertThat(screen.text()).doesNotContain("Requeue the selection");
    screen.click("Close");
  }

  @Test
  void filters_that_no_queue_uses_are_not_shown() {
    var plain = lab.queue();
    var sited = TenantApi.unique("sited");
    lab.admin
        .post(
            "actions/create-queue",
            TenantApi.body(
                "queue_key",
                sited,
                "subject_template_codes",
                List.of("data/execution/task/1.0"),
                "site_scope",
                List.of("north")))
        .ok();
    screen.signIn("acme-operator", "/queues/" + plain);
    screen.sees("No jobs are waiting in this queue.");
    assertThat(screen.driver().findElements(By.id("filter-site"))).isEmpty();
    assertThat(screen.driver().findElements(By.id("filter-assay"))).isEmpty();
    screen.open("/queues/" + sited);
    screen.sees("No jobs are waiting in this queue.");
    assertThat(screen.driver().findElements(By.id("filter-site"))).hasSize(1);
    assertThat(screen.driver().findElements(By.id("filter-assay"))).isEmpty();
  }

  @Test
  void a_claim_belongs_to_the_person_at_whatever_browser() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    screen.signIn("acme-human", "/queues/" + queue);
    screen.click("Claim next");
    screen.confirm(null);
    screen.sees("Active lease");
    screen.until(() -> screen.offers("Complete"));
    // Another browser: nothing is left of the first but what the server knows.
    screen.driver().executeScript("localStorage.clear(); sessionStorage.clear()");
    screen.signIn("acme-human", "/subjects/" + subject);
    screen.sees("Active lease");
    screen.until(() -> screen.offers("Complete"));
    assertThat(screen.offers("Release lease")).isTrue();
    // Another person neither has it nor is told its token.
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Active lease");
    assertThat(screen.offers("Complete")).isFalse();
    assertThat(screen.offers("Release lease")).isFalse();
    var mine = lab.human.get("/api/v1/me").ok().path("worker_euid").asString();
    assertThat(lab.operator.get("/api/v1/me").ok().path("worker_euid").asString(""))
        .isNotEqualTo(mine);
    assertThat(lab.operator.get("subjects/" + subject).ok().path("active_lease").has("lease_token"))
        .isFalse();
    screen.signIn("acme-human", "/subjects/" + subject);
    screen.until(() -> screen.offers("Complete"));
    screen.click("Complete");
    screen.submit();
    screen.until(() -> lab.state(subject).equals("COMPLETED"));
  }

  @Test
  void the_badge_of_holds_counts_what_its_page_lists() {
    var subject = lab.enqueue(lab.queue());
    for (var code : List.of("QC", "IDENTITY")) {
      lab.operator
          .post(
              "actions/hold",
              TenantApi.body("subject_euid", subject, "hold_code", code, "reason", "look at it"))
          .ok();
    }
    screen.signIn("acme-operator", "/holds");
    screen.until(
        () ->
            String.valueOf(number("document.querySelectorAll('tr[data-hold]').length"))
                .equals(screen.one("nav .count.held")));
  }

  @Test
  void all_matches_can_be_selected_on_a_list_of_jobs() {
    var queue = lab.queue();
    enqueue(queue, 60);
    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("None selected");
    screen.press("a");
    screen.sees("50 selected");
    screen.click("Select all matches");
    screen.sees("All 60 matches selected");
    screen.click("Hold…");
    screen.sees("Hold 60 of 60 selected");
    screen.confirm("the reagent is bad");
    screen.sees("No jobs are waiting in this queue.");
    var left = lab.operator.get("queues/" + queue).ok();
    assertThat(left.path("held_count").asInt()).isEqualTo(60);
  }

  @Test
  void a_thousand_dead_letters_are_counted_and_shown_a_page_at_a_time() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    enqueue(queue, MANY_LETTERS);
    var worker =
        lab.service
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("many"),
                    "worker_type",
                    "SERVICE",
                    "max_concurrent_leases",
                    MANY_LETTERS))
            .ok()
            .path("worker_euid")
            .asString();
    for (int done = 0; done < MANY_LETTERS; ) {
      var items = new ArrayList<Map<String, Object>>();
      for (var claim : lab.claim(worker, queue, 500)) {
        items.add(
            TenantApi.on(
                worker,
                claim,
                "error_class",
                "PERMANENT_INPUT",
                "error_message",
                "no lid",
                "idempotency_key",
                TenantApi.unique("fail")));
      }
      lab.service.post("actions/fail", Map.of("items", items)).ok();
      done += items.size();
    }
    screen.signIn("acme-operator", "/dead-letters?queue=" + queue);
    screen.sees("1,000 matches, 100 shown");
    assertThat(number("document.querySelectorAll('tr[data-letter]').length")).isEqualTo(100);
    screen.click("Show more");
    screen.sees("1,000 matches, 200 shown");
    screen.press("a");
    screen.press("a");
    screen.sees("All 1,000 matches selected");
    screen.press("i");
    screen.sees("Ignore 1,000 dead letters");
    screen.sees("and 988 more");
    screen.click("Back");
  }
}

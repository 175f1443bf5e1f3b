package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.Lab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** For everyone: by keyboard, by screen reader, on a phone, in the dark. */
@ExtendWith(Bench.class)
@Tag("soak")
class AccessibleScreensTest {

  /** Nothing but colours differs in the dark. */
  private static final String CONTRAST = ", runOnly: ['color-contrast']";

  private static Screen screen;
  private static Lab lab;
  private static String axe;

  @BeforeAll
  static void sit(Bench.Shared bench) throws IOException {
    screen = bench.screen;
    lab = bench.lab;
    try (var script = AccessibleScreensTest.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** What axe finds serious, as it says it. */
  private static List<String> faults(String where, String rules) {
    screen.driver().executeScript(axe);
    var found =
        screen
            .driver()
            .executeAsyncScript(
                "const done = arguments[0];"
                    + " axe.run(document, {resultTypes: ['violations']"
                    + rules
                    + "}).then((result) => done(result.violations.filter((v) => ['serious',"
                    + " 'critical'].includes(v.impact)) .map((v) => v.id + ': ' + v.help + ' ' +"
                    + " v.nodes.map((n) => n.html) .slice(0, 3).join(' '))));");
    return ((List<?>) found).stream().map(fault -> where + ": " + fault).toList();
  }

  /** A queue whose leases outlast a slow browser. */
  private static String patient() {
    var key = Lab.unique("patient");
    lab.admin
        .post(
            "actions/create-queue",
            Lab.body(
                "queue_key",
                key,
                "subject_template_codes",
                List.of("data/execution/task/1.0"),
                "lease_ttl_seconds",
                3600))
        .ok();
    return key;
  }

  @Test
  void axe_finds_nothing_serious_on_any_screen_light_or_dark() {
    var queue = patient();
    var worker = lab.worker();
    var failed = lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    lab.service.post("actions/fail", Lab.on(worker, claim, "error_class", "PERMANENT_STATE")).ok();
    var leased = lab.enqueue(queue);
    lab.claimOne(worker, queue);
    var held = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold", Lab.body("subject_euid", held, "hold_code", "QC", "reason", "why not"))
        .ok();
    lab.enqueue(queue);

    screen.driver().manage().deleteAllCookies();
    screen.open("/sign-in");
    screen.sees("Sign in to Tapline");
    var faults = new ArrayList<>(faults("sign in", ""));
    screen.signIn("acme-admin", "/");
    Map<String, String> screens =
        Map.of(
            "/",
            queue,
            "/queues/" + queue,
            "Not ready yet",
            "/queues/" + queue + "?tab=policy",
            "Lease lasts",
            "/subjects/" + failed,
            "Attempts",
            "/subjects/" + leased,
            "Live lease",
            "/workers",
            "Heartbeat",
            "/workers/" + worker,
            "Leases it holds",
            "/dead-letters",
            "Triage",
            "/holds",
            "why not",
            "/activity",
            "Hold placed");
    var kind = new GoodJobs(lab).kind();
    var steps =
        List.of(
            GoodJobs.step("mark", kind, List.of()), GoodJobs.step("cut", kind, List.of("mark")));
    var made = lab.operator.post(GoodJobs.WORKFLOWS, GoodJobs.workflow(steps)).ok();
    screens = new HashMap<>(screens);
    screens.put("/workflows", "pipeline");
    screens.put("/sessions", "this one");
    screens.put("/queues/" + queue + "?tab=workers", "None picked");
    screens.put("/queues/" + queue + "?tab=terminal", "PERMANENT_STATE");
    screens.put("/search?queue_key=" + queue, "None picked");
    screens.put("/workflows/" + made.at("/workflow/workflow_id").asString(), "Waits for others");
    for (var theme : List.of("light", "dark")) {
      screen.driver().executeScript("localStorage.setItem('tapline.theme', arguments[0])", theme);
      screens.forEach(
          (path, said) -> {
            screen.open(path);
            screen.sees(said);
            faults.addAll(faults(theme + " " + path, theme.equals("dark") ? CONTRAST : ""));
          });
    }
    screen.open("/subjects/" + held);
    screen.click("Cancel");
    faults.addAll(faults("dialog", ""));
    screen.driver().executeScript("localStorage.removeItem('tapline.theme')");
    assertThat(faults).isEmpty();
  }

  @Test
  void everything_is_reached_and_done_without_a_mouse() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    screen.driver().manage().deleteAllCookies();
    screen.open("/sign-in");
    screen.sees("Sign in to Tapline");
    screen.until(
        () -> "token".equals(screen.driver().switchTo().activeElement().getDomAttribute("id")));
    screen.press("acme-operator", Keys.ENTER);
    screen.sees("All queues");
    screen.open("/?filter=" + queue);
    screen.sees(queue);
    screen.tabTo("Skip to content");
    screen.tabTo(queue);
    screen.press(Keys.ENTER);
    screen.until(() -> screen.path().equals("/queues/" + queue));
    screen.sees("Not ready yet");
    screen.until(() -> screen.offers(subject));
    screen.tabTo(subject);
    screen.press(Keys.ENTER);
    screen.sees("In its queue");
    screen.tabTo("Hold");
    screen.press(Keys.ENTER);
    screen.sees("Kind of hold");
    screen.press(Keys.TAB, "by keyboard", Keys.TAB, Keys.TAB, Keys.ENTER);
    screen.sees("Not in its queue");
    assertThat(lab.state(subject)).isEqualTo("HELD");
    // And the focus is back where it was.
    assertThat(screen.focused()).isEqualTo("Hold");
    screen.press("/");
    assertThat(screen.driver().switchTo().activeElement().getDomAttribute("id"))
        .isEqualTo("search");
  }

  @Test
  void on_a_phone_nothing_is_wider_than_the_screen() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    screen.signIn("acme-admin", "/");
    screen.size(390, 844);
    try {
      for (var path :
          List.of("/", "/queues/" + queue, "/subjects/" + subject, "/workers", "/activity")) {
        screen.open(path);
        screen.sees("Live");
        assertThat(
                screen
                    .driver()
                    .executeScript("return document.documentElement.scrollWidth - innerWidth <= 0"))
            .as(path)
            .isEqualTo(true);
      }
    } finally {
      screen.size(1440, 1000);
    }
  }
}

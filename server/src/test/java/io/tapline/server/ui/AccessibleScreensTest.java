package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.Lab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** For everyone: by keyboard, by screen reader, on a phone, in the dark. */
@ExtendWith(Bench.class)
class AccessibleScreensTest {

  /** Nothing but colours differs in the dark. */
  private static final String CONTRAST = ", runOnly: ['color-contrast']";

  /** What another layout can change: what is seen, how large it is, what is left of its name. */
  private static final String LAYOUT =
      ", runOnly: ['color-contrast', 'target-size', 'scrollable-region-focusable', 'link-name',"
          + " 'link-in-text-block', 'button-name', 'label', 'select-name', 'empty-table-header',"
          + " 'aria-hidden-focus', 'nested-interactive', 'heading-order', 'duplicate-id-aria']";

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

  /** Whatever axe finds, as it says it. */
  private static List<String> faults(String where, String rules) {
    var found =
        screen
            .driver()
            .executeAsyncScript(
                "const done = arguments[0];"
                    + " axe.run(document, {resultTypes: ['violations']"
                    + rules
                    + "}).then((result) => done(result.violations.map((v) => v.id + ': ' + v.help"
                    + " + ' ' + v.nodes.map((n) => n.html).slice(0, 3).join(' '))));");
    return ((List<?>) found).stream().map(fault -> where + ": " + fault).toList();
  }

  /** On a desk in both lights, and on a phone: without another load of the page. */
  private static List<String> faults(String path) {
    var faults = new ArrayList<>(faults(path, ""));
    screen.driver().executeScript("document.documentElement.dataset.theme = 'dark'");
    faults.addAll(faults("dark " + path, CONTRAST));
    screen.driver().executeScript("delete document.documentElement.dataset.theme");
    screen.phone();
    faults.addAll(faults("phone " + path, LAYOUT));
    screen.desk();
    return faults;
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
  @Tag("soak")
  void axe_finds_nothing_on_any_screen_light_dark_or_on_a_phone() {
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
    var kind = new GoodJobs(lab).kind();
    var steps =
        List.of(
            GoodJobs.step("mark", kind, List.of()), GoodJobs.step("cut", kind, List.of("mark")));
    var made = lab.operator.post(GoodJobs.WORKFLOWS, GoodJobs.workflow(steps)).ok();
    var screens = new LinkedHashMap<String, String>();
    screens.put("/", queue);
    screens.put("/queues/" + queue, "Not ready yet");
    screens.put("/queues/" + queue + "?tab=leased", "Last sign of life");
    screens.put("/queues/" + queue + "?tab=terminal", "PERMANENT_STATE");
    screens.put("/queues/" + queue + "?tab=workers", "None picked");
    screens.put("/queues/" + queue + "?tab=policy", "Lease lasts");
    screens.put("/subjects/" + failed, "Attempts");
    screens.put("/subjects/" + leased, "Live lease");
    screens.put("/workers", "Heartbeat");
    screens.put("/workers/" + worker, "Leases it holds");
    screens.put("/dead-letters", "Triage");
    screens.put("/holds", "why not");
    screens.put("/activity", "Hold placed");
    screens.put("/workflows", "pipeline");
    screens.put("/workflows/" + made.at("/workflow/workflow_id").asString(), "Waits for others");
    screens.put("/sessions", "this one");
    screens.put("/search?queue_key=" + queue, "None picked");
    screens.put("/docs", "Claims and leases");
    screens.put("/docs/api/holds", "Stop a subject");
    screens.put("/docs/types/Problem", "Types");
    screens.put("/docs/search?q=lease", "have all of these words");
    screens.put("/docs/words", "Words");
    // Where there is nothing, and nothing is said to be there.
    screens.put("/queues/" + lab.queue(), "No work is waiting in this queue.");
    screens.put("/search?q=" + Lab.unique("nobody"), "Nothing here goes by that");
    screens.put("/dead-letters?error=none", "Nothing passes the filter");
    screens.put("/activity?queue_key=" + Lab.unique("none"), "Nothing of that kind");
    screens.put("/nowhere", "There is nothing at this path");
    var driver = screen.driver();
    var everywhere =
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", axe));
    try {
      driver.manage().deleteAllCookies();
      var faults = new ArrayList<String>();
      screen.open("/login");
      screen.sees("Sign in to Tapline");
      faults.addAll(faults("/login"));
      screen.signIn("acme-admin", "/");
      screens.forEach(
          (path, said) -> {
            screen.open(path);
            screen.sees(said);
            faults.addAll(faults(path));
          });
      screen.open("/subjects/" + held);
      screen.click("Cancel");
      faults.addAll(faults("a dialog"));
      screen.press(Keys.ESCAPE);
      screen.press("?");
      screen.sees("Show these keys");
      faults.addAll(faults("the keys"));
      assertThat(faults).isEmpty();
    } finally {
      driver.executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", everywhere);
      screen.desk();
    }
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

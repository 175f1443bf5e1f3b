package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** For everyone: by keyboard, by screen reader, on a phone, in the dark. */
@ExtendWith(ScreenExtension.class)
class AccessibleScreensTest {

  /** Rules that depend on colours: nothing else differs in the dark theme. */
  private static final String COLOURS = "'color-contrast', 'link-in-text-block'";

  /** Rules that depend on the layout: sizes, visible names and positions. */
  private static final String LAYOUT =
      "'target-size', 'scrollable-region-focusable', 'link-name', 'button-name', 'label',"
          + " 'select-name', 'empty-table-header', 'aria-hidden-focus', 'nested-interactive',"
          + " 'heading-order', 'duplicate-id-aria'";

  private static BrowserScreen screen;
  private static TenantApi lab;

  /** In it there is little but what a test makes: what axe takes grows with what is on a screen. */
  private static TenantApi quiet;

  private static String axe;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) throws IOException {
    screen = bench.screen;
    lab = bench.lab;
    quiet = bench.other;
    try (var script = AccessibleScreensTest.class.getResourceAsStream("/axe.min.js")) {
      axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The ninth row of a table is like those before, and so is the fourth area of the reference. */
  private static final List<String> ALIKE =
      List.of("tr:nth-child(n+9)", ".areas section:nth-child(n+4)");

  /** The frame of every screen and of every page of the reference. */
  private static final List<String> FRAME =
      List.of(".shell > nav", ".topbar", "body > header", "body > nav");

  /**
   * Whatever axe finds in a part of the page, as it says it. Style sheets are not read anew for it:
   * no rule needs them here.
   *
   * @param rules null: all that it has
   */
  private static List<String> asked(String where, String part, List<String> without, String rules) {
    var found =
        screen
            .driver()
            .executeAsyncScript(
                "const [part, without, done] = arguments;"
                    + " axe.run({include: [[part]], exclude: without.map((css) => [css])},"
                    + " {preload: false, resultTypes: ['violations']"
                    + (rules == null ? "" : ", runOnly: [" + rules + "]")
                    + "}).then((result) => done(result.violations.map((v) => v.id + ': ' + v.help"
                    + " + ' ' + v.nodes.map((n) => n.html).slice(0, 3).join(' '))));",
                part,
                without);
    return ((List<?>) found).stream().map(fault -> where + ": " + fault).toList();
  }

  /** On a desk in both lights, and on a phone: without another load of the page. */
  private static List<String> faults(String path, String part, boolean framed) {
    var without = new ArrayList<>(ALIKE);
    if (!framed) {
      without.addAll(FRAME);
    }
    var faults = new ArrayList<>(asked(path, part, without, null));
    screen.driver().executeScript("document.documentElement.dataset.theme = 'dark'");
    faults.addAll(asked("dark " + path, part, without, COLOURS));
    screen.driver().executeScript("delete document.documentElement.dataset.theme");
    screen.phone();
    // Colours are those of the desk, but for what a phone has of its own around the screens.
    faults.addAll(asked("phone " + path, part, without, framed ? LAYOUT + ", " + COLOURS : LAYOUT));
    screen.desk();
    return faults;
  }

  /** A screen whose frame was seen already; of a tab, what is in it. */
  private static List<String> faults(String path) {
    return faults(path, path.contains("?tab=") ? "[role=tabpanel]" : "html", false);
  }

  /** Follows a link or a tab of the page: a load would make the browser read all scripts again. */
  private static void follow(String path) {
    screen
        .driver()
        .executeScript(
            "const to = new URL(arguments[0], location.href);"
                + " const tab = to.pathname === location.pathname"
                + " && document.getElementById('tab-' + to.searchParams.get('tab'));"
                + " if (tab) { tab.click(); return; }"
                + " const link = document.createElement('a'); link.href = arguments[0];"
                + " document.body.append(link); link.click(); link.remove();",
            path);
  }

  /** A queue whose leases outlast a slow browser. */
  private static String patient() {
    var key = TenantApi.unique("patient");
    quiet
        .admin
        .post(
            "actions/create-queue",
            TenantApi.body(
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
  void axe_finds_nothing_on_any_screen_light_dark_or_on_a_phone() {
    var queue = patient();
    var worker = quiet.worker();
    var failed = quiet.enqueue(queue);
    var claim = quiet.claimOne(worker, queue);
    quiet
        .service
        .post("actions/fail", TenantApi.on(worker, claim, "error_class", "PERMANENT_STATE"))
        .ok();
    var leased = quiet.enqueue(queue);
    quiet.claimOne(worker, queue);
    var held = quiet.enqueue(queue);
    quiet
        .operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", held, "hold_code", "QC", "reason", "why not"))
        .ok();
    quiet.enqueue(queue);
    var kind = new GoodJobs(quiet).kind();
    var steps =
        List.of(
            GoodJobs.step("mark", kind, List.of()), GoodJobs.step("cut", kind, List.of("mark")));
    var made = quiet.operator.post(GoodJobs.WORKFLOWS, GoodJobs.workflow(steps)).ok();
    var screens = new LinkedHashMap<String, String>();
    screens.put("/work", queue);
    screens.put("/work?tab=leased", "Last heartbeat");
    screens.put("/queues/" + queue, "Scheduled");
    screens.put("/queues/" + queue + "?tab=leased", "Last heartbeat");
    screens.put("/queues/" + queue + "?tab=terminal", "PERMANENT_STATE");
    screens.put("/queues/" + queue + "?tab=workers", "None selected");
    screens.put("/queues/" + queue + "?tab=policy", "Lease duration");
    screens.put("/subjects/" + failed, "Attempts");
    screens.put("/subjects/" + leased, "Active lease");
    screens.put("/workers", "Heartbeat");
    screens.put("/workers/" + worker, "Active leases");
    screens.put("/dead-letters", "Triage");
    screens.put("/holds", "why not");
    screens.put("/activity", "Hold placed");
    screens.put("/workflows", "pipeline");
    screens.put("/workflows/" + made.at("/workflow/workflow_id").asString(), "PENDING");
    screens.put("/sessions", "this session");
    screens.put("/search?queue_key=" + queue, "None selected");
    // Empty screens, with the text for an empty list.
    screens.put("/queues/" + quiet.queue(), "No jobs are waiting in this queue.");
    screens.put("/search?q=" + TenantApi.unique("nobody"), "No object matches.");
    screens.put("/dead-letters?error=none", "No dead letter matches the filter");
    screens.put("/activity?queue_key=" + TenantApi.unique("none"), "No matching actions");
    var pages = new LinkedHashMap<String, String>();
    pages.put("/nowhere", "No resource exists at this path");
    pages.put("/docs/words", "Glossary");
    var driver = screen.driver();
    var everywhere =
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", axe));
    try {
      driver.manage().deleteAllCookies();
      var faults = new ArrayList<String>();
      screen.open("/login");
      screen.sees("Sign in to Tapline");
      faults.addAll(faults("/login", "html", true));
      screen.signIn("other-admin", "/?filter=" + queue);
      screen.sees("All queues");
      faults.addAll(faults("/", "html", true));
      screens.forEach(
          (path, said) -> {
            // Online on every screen, however long the ones before took.
            quiet
                .service
                .post("actions/heartbeat-worker", TenantApi.body("worker_euid", worker))
                .ok();
            follow(path);
            screen.sees(said);
            faults.addAll(faults(path));
          });
      pages.forEach(
          (path, said) -> {
            screen.open(path);
            screen.sees(said);
            faults.addAll(faults(path, "html", path.equals("/docs")));
          });
      screen.open("/subjects/" + held);
      screen.click("Cancel");
      faults.addAll(faults("a dialog", "dialog[open]", false));
      screen.press(Keys.ESCAPE);
      screen.press("?");
      screen.sees("Show keyboard shortcuts");
      faults.addAll(faults("the keys", "dialog[open]", false));
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
    screen.sees("Scheduled");
    screen.until(() -> screen.offers(subject));
    screen.tabTo(subject);
    screen.press(Keys.ENTER);
    screen.sees("Claimable");
    screen.tabTo("Hold");
    screen.press(Keys.ENTER);
    screen.sees("Hold code");
    screen.press(Keys.TAB, "by keyboard", Keys.TAB, Keys.TAB, Keys.ENTER);
    screen.sees("Not claimable");
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

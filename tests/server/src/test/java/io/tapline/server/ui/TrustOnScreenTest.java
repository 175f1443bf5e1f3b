package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** Permissions, visibility for others, and text of strangers on the screen. */
@ExtendWith(ScreenExtension.class)
class TrustOnScreenTest {

  private static final String SCRIPT = "<script>document.title='owned'</script><img src=x>";

  private static BrowserScreen screen;
  private static TenantApi lab;
  private static TenantApi other;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
    other = bench.other;
  }

  @Test
  void without_a_token_nobody_comes_in_and_signing_in_leads_to_the_page_asked_for() {
    screen.driver().manage().deleteAllCookies();
    screen.open("/workers");
    screen.sees("Sign in to Tapline");
    screen.fill("Token", "wrong");
    screen.click("Sign in");
    screen.sees("UNAUTHENTICATED");
    screen.fill("Token", "acme-human");
    screen.click("Sign in");
    screen.until(() -> screen.path().equals("/workers"));
    screen.sees("worker_human");
    assertThat(screen.one("[data-tenant]")).isEqualTo("acme");
    screen.click("Sign out");
    screen.sees("Sign in to Tapline");
    screen.open("/workers");
    screen.sees("Sign in to Tapline");
  }

  @Test
  void an_operator_is_not_offered_what_only_admins_may_and_is_refused_it_anyway() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Active lease");
    assertThat(screen.offers("Hold")).isTrue();
    assertThat(screen.offers("Expire lease")).isFalse();
    assertThat(screen.offers("Claim")).isFalse();
    screen.open("/workers/" + worker);
    screen.sees("Active leases");
    for (var verb : List.of("Drain", "Disable", "Enable", "Retire", "Expire")) {
      assertThat(screen.offers(verb)).as(verb).isFalse();
    }
    screen.open("/queues/" + queue);
    screen.sees("Waiting");
    assertThat(screen.offers("Edit policy")).isFalse();
    assertThat(
            refusedOnPage(
                "expire-lease", "lease_euid: '" + claim.path("lease_euid").asString() + "'"))
        .isEqualTo("FORBIDDEN");
    assertThat(refusedOnPage("drain-worker", "worker_euid: '" + worker + "'"))
        .isEqualTo("FORBIDDEN");
  }

  /** The answer of the server when a page sends an action that it does not offer. */
  private static Object refusedOnPage(String action, String body) {
    return screen
        .driver()
        .executeAsyncScript(
            "const done = arguments[0];"
                + " fetch('/api/v1/me').then((r) => r.json()).then((me) =>"
                + " fetch('/api/v1/execution/actions/"
                + action
                + "', {method: 'POST', headers: {'Content-Type': 'application/json',"
                + " 'X-CSRF-Token': me.csrf_token}, body: JSON.stringify({idempotency_key: 'k"
                + action
                + "', reason: 'try', "
                + body
                + "})})).then((r) => r.json()).then((problem) => done(problem.code));");
  }

  @Test
  void a_worker_is_offered_neither_hold_nor_requeue_nor_cancel() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-human", "/subjects/" + subject);
    screen.sees("Claimable");
    assertThat(screen.offers("Claim")).isTrue();
    for (var verb : List.of("Hold", "Requeue", "Cancel")) {
      assertThat(screen.offers(verb)).as(verb).isFalse();
    }
  }

  @Test
  void what_belongs_to_another_tenant_is_not_found() {
    var queue = other.queue();
    var subject = other.enqueue(queue);
    var worker = other.worker();
    screen.signIn("acme-admin", "/subjects/" + subject);
    screen.sees("Not found");
    for (var path : List.of("/queues/" + queue, "/workers/" + worker, "/search?q=" + subject)) {
      screen.open(path);
      screen.sees("Not found");
    }
  }

  @Test
  void script_in_names_reasons_and_errors_is_shown_as_text() {
    var queue = lab.queue();
    var subject = lab.enqueueWith(queue, "subject_name", SCRIPT);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(worker, claim, "error_class", "PERMANENT_INPUT", "error_message", SCRIPT))
        .ok();
    lab.operator
        .post("actions/requeue", TenantApi.body("subject_euid", subject, "reason", SCRIPT))
        .ok();
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", SCRIPT))
        .ok();
    screen.signIn("acme-operator", "/subjects/" + subject);
    for (var path :
        List.of("/subjects/" + subject, "/holds", "/activity", "/search?queue_key=" + queue)) {
      screen.open(path);
      screen.sees(SCRIPT);
      assertThat(screen.driver().getTitle()).doesNotStartWith("owned");
      assertThat(screen.driver().findElements(By.cssSelector("main img, main script"))).isEmpty();
    }
  }

  @Test
  void a_link_cannot_lead_through_the_sign_in_to_elsewhere() {
    screen.signIn("acme-operator", "//evil.example/");
    screen.until(() -> screen.path().equals("/"));
  }
}

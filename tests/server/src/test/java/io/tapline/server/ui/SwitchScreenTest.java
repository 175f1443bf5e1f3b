package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The kill switch on the screen: administrators turn it after a question, everybody is told. */
@ExtendWith(ScreenExtension.class)
class SwitchScreenTest {

  private static final String SWITCH = "/api/v1/jobs/switch";

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  @AfterEach
  void accept_new_jobs() {
    lab.admin.post(SWITCH, TenantApi.body("enabled", true, "reason", "the test is over")).ok();
  }

  private static boolean enabled() {
    return lab.admin.get(SWITCH).ok().path("enabled").asBoolean();
  }

  @Test
  void an_administrator_stops_new_jobs_and_accepts_them_again_with_a_reason() {
    screen.signIn("acme-admin", "/");
    screen.until(() -> screen.offers("Stop new jobs…"));
    screen.click("Stop new jobs…");
    screen.click("Stop new jobs");
    assertThat(enabled()).as("no reason was given").isTrue();
    screen.fill("Reason", "storage is full");
    screen.click("Stop new jobs");
    screen.sees("New jobs are not accepted.");
    screen.sees("storage is full");
    assertThat(enabled()).isFalse();
    assertThat(screen.offers("Stop new jobs…")).isFalse();

    screen.click("Accept new jobs…");
    screen.fill("Reason", "storage was added");
    screen.click("Accept new jobs");
    screen.seesNo("storage is full");
    assertThat(enabled()).isTrue();
  }

  @Test
  void without_the_admin_role_the_switch_is_shown_on_every_screen_and_not_offered() {
    lab.admin.post(SWITCH, TenantApi.body("enabled", false, "reason", "storage is full")).ok();
    screen.signIn("acme-operator", "/workers");
    screen.sees("New jobs are not accepted.");
    screen.sees("storage is full");
    assertThat(screen.offers("Accept new jobs…")).isFalse();
    screen.open("/");
    screen.sees("New jobs are not accepted.");
    assertThat(screen.offers("Stop new jobs…")).isFalse();
  }
}

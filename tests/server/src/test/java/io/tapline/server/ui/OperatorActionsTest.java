package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;

/** Actions on workers and sessions, and on many jobs at a time. */
class OperatorActionsTest extends OperatorScreens {

  @Test
  void an_admin_drains_disables_enables_and_retires_a_worker() {
    // A worker with a heartbeat within the hour counts as online, however long the screens take.
    var worker =
        lab.service
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("worker"),
                    "worker_type",
                    "SERVICE",
                    "heartbeat_ttl_seconds",
                    3_600))
            .ok()
            .path("worker_euid")
            .asString();
    screen.signIn("acme-admin", "/workers/" + worker);
    for (var step :
        new String[][] {
          {"Drain", "DRAINING"},
          {"Disable", "DISABLED"},
          {"Enable", "ONLINE"},
          {"Retire", "RETIRED"}
        }) {
      screen.click(step[0]);
      screen.confirm("service day");
      screen.until(() -> step[1].equals(worker(worker)));
      screen.until(
          () ->
              !screen
                  .driver()
                  .findElements(By.cssSelector("h1 ~ .line [data-state=" + step[1] + "]"))
                  .isEmpty());
    }
  }

  @Test
  void dead_letters_are_requeued_and_ignored_many_at_a_time() {
    var queue = lab.queue();
    var subjects = new String[] {dead(queue, "one"), dead(queue, "two"), dead(queue, "three")};
    screen.signIn("acme-operator", "/dead-letters?queue=" + queue);
    screen.sees("three");
    // With the keyboard: down to the second row, select it, ignore it.
    screen.press("j", "x", "i");
    screen.confirm("known");
    screen.until(() -> screen.driver().findElements(By.cssSelector("tr[data-letter]")).size() == 2);
    assertThat(lab.state(subjects[1])).isEqualTo("FAILED_TERMINAL");
    screen.clickOn("input[aria-label='Select all']");
    screen.sees("2 selected");
    screen.click("Requeue…");
    screen.sees(subjects[0]);
    screen.confirm("manifest mended");
    screen.sees("No open dead letters");
    assertThat(lab.state(subjects[0])).isEqualTo("READY");
    assertThat(lab.state(subjects[2])).isEqualTo("READY");
    assertThat(
            lab.operator
                .get("dead-letter?resolution_state=IGNORED&queue_key=" + queue)
                .ok()
                .get("items"))
        .hasSize(1);
  }

  @Test
  void sessions_are_seen_and_ended_one_by_one_and_everywhere() {
    var elsewhere = lab.human.post("/login", Map.of("token", "acme-human"));
    elsewhere.ok();
    screen.signIn("acme-admin", "/sessions");
    screen.sees("this session");
    var other = lab.human.get("/api/v1/sessions").ok().at("/items/0/session_euid").asString();
    screen.clickOn("tr[data-session='" + other + "'] button");
    screen.sees("The user is signed out on every server within seconds");
    screen.confirm("left the bench");
    screen.until(
        () ->
            screen
                .driver()
                .findElements(By.cssSelector("tr[data-session='" + other + "']"))
                .isEmpty());
    assertThat(lab.human.get("/api/v1/sessions").ok().findValuesAsString("session_euid"))
        .doesNotContain(other);

    screen.click("Sign out everywhere");
    screen.confirm("end of the day");
    screen.sees("Sign in to Tapline");
    screen.open("/sessions");
    screen.sees("Sign in to Tapline");
  }

  @Test
  void holds_are_released_from_the_workbench() {
    var subject = lab.enqueue(lab.queue());
    var hold =
        lab.operator
            .post(
                "actions/hold",
                TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look at it"))
            .ok()
            .path("hold_euid")
            .asString();
    screen.signIn("acme-operator", "/holds");
    screen.clickOn("tr[data-hold='" + hold + "'] input");
    screen.click("Release…");
    screen.confirm("looked at");
    screen.until(() -> lab.state(subject).equals("READY"));
    var again =
        lab.operator
            .post(
                "actions/hold",
                TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look again"))
            .ok()
            .path("hold_euid")
            .asString();
    screen.open("/holds");
    screen.clickOn("tr[data-hold='" + again + "'] input");
    screen.click("Cancel…");
    screen.confirm("spoiled");
    screen.until(() -> lab.state(subject).equals("CANCELED"));
  }
}

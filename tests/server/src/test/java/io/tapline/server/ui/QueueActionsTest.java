package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** Actions on queues and on their lists. */
class QueueActionsTest extends OperatorScreens {

  private static final String INVALID = "aria-invalid";

  @Test
  void an_admin_changes_a_policy_after_seeing_what_would_change() {
    var queue = lab.queue();
    screen.signIn("acme-admin", "/queues/" + queue);
    screen.click("Edit policy");
    screen.fill("Lease ttl seconds", "120");
    screen.submit();
    screen.sees("Change the policy of");
    assertThat(screen.one("dialog .diff")).contains("60", "120");
    screen.confirm("slow protocol");
    screen.sees("Policy of " + queue + " saved.");
    var policy = lab.admin.get("queues/" + queue).ok();
    assertThat(policy.path("lease_ttl_seconds").asInt()).isEqualTo(120);
    assertThat(policy.path("max_attempts_default").asInt()).isEqualTo(3);
  }

  @Test
  void an_administrator_makes_a_queue_and_is_told_by_field_what_is_wrong_with_it() {
    var key = TenantApi.unique("made");
    screen.signIn("acme-admin", "/");
    screen.click("New queue…");
    screen.submit();
    screen.sees("This field is required.");
    screen.fill("Key", "not a key!");
    screen.fill("Lease ttl seconds", "90");
    screen.submit();
    screen.until(
        () ->
            "true"
                .equals(
                    screen.driver().findElement(By.id("field-queue_key")).getAttribute(INVALID)));
    screen.fill("Key", key);
    screen.fill("Name", "Made by hand");
    screen.submit();
    screen.until(() -> screen.path().equals("/queues/" + key));
    screen.sees("Made by hand");
    var queue = lab.admin.get("queues/" + key).ok();
    assertThat(queue.path("lease_ttl_seconds").asInt()).isEqualTo(90);
    assertThat(queue.path("operator_visible").asBoolean()).isTrue();
    var made = lab.admin.get("queues/" + key + "/changes").ok().at("/items/0");
    assertThat(made.path("action_key").asString()).isEqualTo("create_queue");
    assertThat(made.path("actor").asString()).isEqualTo(principal(lab.admin));
  }

  @Test
  void work_is_enqueued_by_hand_a_subject_or_a_job_as_the_queue_takes_it() {
    var queue = lab.queue();
    screen.signIn("acme-operator", "/queues/" + queue);
    screen.click("Enqueue…");
    screen.fill("Name", "TUBE-17");
    screen.fill("Input", "{not json");
    screen.submit();
    screen.sees("Enter valid JSON.");
    screen.fill("Input", "{\"well\": \"A1\"}");
    screen.fill("Priority", "-2000000");
    screen.submit();
    screen.until(
        () ->
            "true"
                .equals(
                    screen.driver().findElement(By.id("field-priority")).getAttribute(INVALID)));
    screen.fill("Priority", "7");
    screen.confirm(null);
    screen.sees("TUBE-17");
    var made = lab.operator.get("subjects?queue_key=" + queue).ok().at("/items/0");
    assertThat(made.path("priority").asInt()).isEqualTo(7);
    var subject = subject(made.path("subject_euid").asString());
    assertThat(subject.at("/properties/well").asString()).isEqualTo("A1");
    var acts = actions(made.path("subject_euid").asString(), "enqueue_subject");
    assertThat(acts.at("/0/actor").asString()).isEqualTo(principal(lab.operator));

    var jobs = new GoodJobs(lab);
    var kind = jobs.kind();
    screen.open("/queues/" + kind);
    screen.click("Enqueue…");
    screen.fill("Domain", "staging");
    screen.fill("Signals", "{\"n\": 3}");
    screen.confirm(null);
    screen.until(() -> "1".equals(screen.one("[data-total=depth]")));
    assertThat(jobs.claim(kind).at("/safe_payload/n").asInt()).isEqualTo(3);
  }

  @Test
  void a_queue_is_paused_for_a_reason_that_all_see_and_resumed() {
    var queue = lab.queue();
    var waiting = lab.enqueue(queue);
    screen.signIn("acme-admin", "/queues/" + queue);
    screen.click("Pause…");
    screen.sees("1 job waits until the queue is resumed.");
    screen.confirm("the centrifuge is recalled");
    screen.sees("Queue paused: no worker can claim from it.");
    screen.until(
        () -> String.valueOf(screen.one("[data-paused-by]")).contains(principal(lab.admin)));
    assertThat(lab.admin.get("queues/" + queue).ok().path("enabled").asBoolean()).isFalse();
    assertThat(screen.offers("Claim next")).isFalse();
    // Waiting jobs are still counted and listed, but cannot be claimed.
    screen.sees("1 job waits until the queue is resumed.");
    screen.until(() -> "1".equals(screen.one("[data-total=paused]")));
    screen.until(() -> screen.one("tr[data-subject='" + waiting + "']") != null);
    assertThat(screen.offers("Claim")).isFalse();

    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("the centrifuge is recalled");
    assertThat(screen.offers("Enqueue…")).isTrue();
    assertThat(screen.offers("Resume…")).isFalse();
    assertThat(screen.offers("Pause…")).isFalse();
    screen.open("/?filter=" + queue);
    screen.sees("1 waiting, paused: the centrifuge is recalled");
    assertThat(screen.one("tr[data-queue='" + queue + "'] [data-figure=depth]"))
        .isEqualTo("1\npaused");
    assertThat(screen.offers("New queue…")).isFalse();

    screen.signIn("acme-human", "/queues/" + queue);
    screen.sees("the centrifuge is recalled");
    assertThat(screen.offers("Enqueue…")).isFalse();

    screen.signIn("acme-admin", "/queues/" + queue);
    screen.click("Resume…");
    screen.confirm("a new one is there");
    screen.seesNo("Queue paused:");
    assertThat(lab.claimOne(lab.worker(), queue).path("subject_euid").asString()).isNotEmpty();
    assertThat(lab.admin.get("queues/" + queue + "/changes").ok().at("/items/0/reason").asString())
        .isEqualTo("a new one is there");
  }

  @Test
  void a_rare_kind_of_item_is_looked_for_further_and_further() {
    var queue = lab.queue();
    for (int batch = 0; batch < 6; batch++) {
      var items =
          IntStream.range(0, 1_000)
              .mapToObj(
                  i ->
                      TenantApi.body(
                          "template_code", "data/execution/task/1.0", "queue_key", queue))
              .toList();
      lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
    }
    var rare =
        TenantApi.body(
            "template_code",
            "data/execution/task/1.0",
            "queue_key",
            queue,
            "scope",
            Map.of("site", "basel"));
    var subject = lab.operator.post("actions/enqueue", rare).ok().path("subject_euid").asString();
    screen.signIn("acme-operator", "/queues/" + queue + "?site=basel");
    screen.sees("No match so far; the search is incomplete");
    screen.click("Continue search");
    screen.sees(subject);
    screen.seesNo("Continue search");
    screen.fill("Site", "nowhere");
    screen.press(Keys.ENTER);
    screen.click("Continue search");
    screen.sees("No job matches the filter.");
  }
}

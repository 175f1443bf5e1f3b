package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.Actions;
import tools.jackson.databind.JsonNode;

/**
 * Everything that operators and people at a bench do, done by clicking; what came of it, by API.
 */
@ExtendWith(ScreenExtension.class)
class OperatorActionsTest {

  private static final String INVALID = "aria-invalid";

  private static BrowserScreen screen;
  private static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  private static JsonNode subject(String euid) {
    return lab.operator.get("subjects/" + euid).ok();
  }

  private static JsonNode actions(String euid, String key) {
    return lab.operator
        .get("actions?subject_euid=" + euid + "&action_key=" + key)
        .ok()
        .get("items");
  }

  private static String principal(HttpApi who) {
    return who.get("/api/v1/me").ok().path("principal").asString();
  }

  private static String worker(String euid) {
    return lab.admin.get("workers/" + euid).ok().path("effective_status").asString();
  }

  /** Failed for good: in the dead letters. */
  private static String dead(String queue, String message) {
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(worker, claim, "error_class", "PERMANENT_INPUT", "error_message", message))
        .ok();
    return subject;
  }

  @Test
  void a_step_of_a_pack_is_taken_at_the_bench_by_its_own_form() {
    var specimen =
        lab.operator
            .post(
                "actions/enqueue",
                TenantApi.body(
                    "queue_key",
                    "extraction_prod",
                    "template_code",
                    "content/material/specimen/1.0",
                    "subject_name",
                    "SP-7",
                    "next_action_key",
                    "create_extraction"))
            .ok()
            .path("subject_euid")
            .asString();
    screen.signIn("acme-operator", "/subjects/" + specimen);
    screen.click("Claim");
    screen.confirm(null);
    screen.sees("In this queue only create_extraction completes the step.");
    assertThat(screen.offers("Complete")).as("the server would refuse it").isFalse();
    assertThat(screen.offers("Complete without it")).as("an administrator's").isFalse();
    screen.click("Create extraction");
    screen.sees("Extract from a specimen into a well.");
    screen.fill("Well name", "A1");
    screen.choose("Extraction type", "gdna");
    screen.fill("Output name", "SP-7 DNA");
    screen.confirm(null);
    screen.sees("it has ended");
    assertThat(lab.state(specimen)).isEqualTo("COMPLETED");
    var made = lab.operator.get("subjects?queue_key=post_extract_qc&q=SP-7%20DNA").ok();
    assertThat(made.path("items").size()).as(made.toPrettyString()).isEqualTo(1);
  }

  @Test
  void only_an_admin_completes_without_the_packs_step_and_says_why() {
    var specimen =
        lab.operator
            .post(
                "actions/enqueue",
                TenantApi.body(
                    "queue_key",
                    "extraction_prod",
                    "template_code",
                    "content/material/specimen/1.0",
                    "next_action_key",
                    "create_extraction"))
            .ok()
            .path("subject_euid")
            .asString();
    screen.signIn("acme-admin", "/subjects/" + specimen);
    screen.click("Claim");
    screen.confirm(null);
    screen.sees("In this queue only create_extraction completes the step.");
    assertThat(screen.offers("Complete")).isFalse();
    screen.click("Complete without it");
    screen.sees("What the pack's action would have made is not made");
    screen.confirm("extracted at another site");
    screen.sees("it has ended");
    var action = actions(specimen, "complete_queue_execution").get(0);
    assertThat(action.path("override").asBoolean()).isTrue();
    assertThat(action.path("reason").asString()).isEqualTo("extracted at another site");
  }

  @Test
  void a_subject_is_held_and_let_go_again() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("In its queue");
    screen.click("Hold");
    screen.sees("Nobody can claim it until every hold on it is released.");
    screen.confirm("tube leaks");
    screen.sees("Not in its queue");
    var held = subject(subject);
    assertThat(held.at("/execution/state").asString()).isEqualTo("HELD");
    assertThat(held.at("/active_holds/0/reason").asString()).isEqualTo("tube leaks");

    screen.click("Release OPERATOR_HOLD");
    screen.confirm("sealed again");
    screen.sees("In its queue");
    assertThat(lab.state(subject)).isEqualTo("READY");
    assertThat(actions(subject, "release_execution_hold").at("/0/reason").asString())
        .isEqualTo("sealed again");
  }

  @Test
  void a_reason_is_asked_for_where_the_person_is() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.click("Hold");
    screen.submit();
    screen.sees("is needed.");
    screen.click("Back");
    assertThat(lab.state(subject)).isEqualTo("READY");
  }

  @Test
  void a_double_click_does_a_thing_once() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.click("Hold");
    screen.fill("Reason", "twice");
    new Actions(screen.driver())
        .doubleClick(screen.driver().findElement(By.cssSelector("dialog button[type=submit]")))
        .perform();
    screen.sees("Not in its queue");
    assertThat(actions(subject, "place_execution_hold")).hasSize(1);
  }

  @Test
  void a_reload_before_the_answer_does_not_do_it_again() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    // The answer never comes; what was sent is carried out all the same.
    screen
        .driver()
        .executeScript(
            "const send = window.fetch;"
                + " window.fetch = (path, options) => options?.method === 'POST'"
                + " ? send(path, options).then(() => { throw new TypeError('cut') })"
                + " : send(path, options);");
    screen.click("Hold");
    screen.fill("Reason", "cut off");
    screen.submit();
    screen.sees("UNREACHABLE");
    screen.submit();
    screen.sees("UNREACHABLE");
    screen.open("/subjects/" + subject);
    screen.sees("Not in its queue");
    assertThat(actions(subject, "place_execution_hold")).hasSize(1);
  }

  @Test
  void what_failed_is_requeued() {
    var queue = lab.queue();
    var subject = dead(queue, "no such plate");
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("no such plate");
    screen.click("Requeue");
    screen.sees("Its dead letter is closed as REQUEUED.");
    screen.confirm("plate found");
    screen.sees("In its queue");
    var after = subject(subject);
    assertThat(after.at("/execution/state").asString()).isEqualTo("READY");
    assertThat(after.at("/execution/attempt_count").asInt()).isZero();
    assertThat(after.path("dead_letter").isMissingNode() || after.path("dead_letter").isNull())
        .isTrue();
  }

  @Test
  void what_is_no_longer_wanted_is_canceled_softly_or_at_once() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Live lease");
    screen.click("Cancel");
    screen.confirm("order withdrawn");
    screen.sees("cancel requested");
    assertThat(subject(subject).at("/execution/cancel_requested").asBoolean()).isTrue();
    screen.click("Cancel");
    screen.choose("How", "hard");
    screen.confirm("it does not stop");
    screen.sees("it has ended");
    assertThat(lab.state(subject)).isEqualTo("CANCELED");
  }

  @Test
  void an_admin_expires_a_lease() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    screen.signIn("acme-admin", "/subjects/" + subject);
    screen.sees("Expire lease");
    assertThat(screen.text()).containsOnlyOnce("Expire");
    screen.click("Expire lease");
    screen.confirm("robot is on fire");
    screen.sees("In its queue");
    var history = lab.operator.get("subjects/" + subject + "/history").ok();
    assertThat(history.at("/leases/0/status").asString()).isEqualTo("EXPIRED");
  }

  @Test
  void an_admin_drains_disables_enables_and_retires_a_worker() {
    // Who has beaten within the hour counts as online, however long the screens take.
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
  void a_person_claims_starts_completes_and_fails() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var first = lab.enqueue(queue);
    screen.signIn("acme-human", "/queues/" + queue);
    screen.click("Claim next");
    screen.confirm(null);
    screen.sees("Live lease");
    assertThat(screen.path()).isEqualTo("/subjects/" + first);
    assertThat(lab.state(first)).isEqualTo("RUNNING");
    screen.click("Complete");
    screen.fill("Result payload", "{\"yield\": 42}");
    screen.confirm("all fine");
    screen.sees("it has ended");
    assertThat(lab.state(first)).isEqualTo("COMPLETED");

    // Operators are people too, without a second role.
    var second = lab.enqueue(queue);
    screen.signIn("acme-operator", "/subjects/" + second);
    screen.click("Claim");
    screen.clickOn("#field-start");
    screen.confirm(null);
    screen.click("Start");
    screen.until(() -> lab.state(second).equals("RUNNING"));
    screen.click("Fail");
    screen.choose("Error class", "PERMANENT_INPUT");
    screen.fill("Error message", "empty tube");
    screen.confirm("checked twice");
    screen.sees("Dead letter");
    assertThat(subject(second).at("/dead_letter/error_message").asString()).isEqualTo("empty tube");
    assertThat(actions(second, "claim_queue_item").at("/0/role").asString()).isEqualTo("OPERATOR");
  }

  @Test
  void dead_letters_are_requeued_and_ignored_many_at_a_time() {
    var queue = lab.queue();
    var subjects = new String[] {dead(queue, "one"), dead(queue, "two"), dead(queue, "three")};
    screen.signIn("acme-operator", "/dead-letters?queue=" + queue);
    screen.sees("three");
    // By keyboard: down to the second, pick it, ignore it.
    screen.press("j", "x", "i");
    screen.confirm("known");
    screen.until(() -> screen.driver().findElements(By.cssSelector("tr[data-letter]")).size() == 2);
    assertThat(lab.state(subjects[1])).isEqualTo("FAILED_TERMINAL");
    screen.clickOn("input[aria-label='Pick all']");
    screen.sees("2 picked");
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
    screen.sees("this one");
    var other = lab.human.get("/api/v1/sessions").ok().at("/items/0/session_euid").asString();
    screen.clickOn("tr[data-session='" + other + "'] button");
    screen.sees("Whoever uses it is signed out within seconds");
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
    screen.sees("Nothing found so far; not all was looked at yet");
    screen.click("Look further");
    screen.sees(subject);
    screen.seesNo("Look further");
    screen.fill("Site", "nowhere");
    screen.press(Keys.ENTER);
    screen.click("Look further");
    screen.sees("Nothing in this tab passes the filter.");
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
  void a_scanned_code_leads_to_its_subject() {
    var name = TenantApi.unique("TUBE");
    var subject =
        lab.operator
            .post(
                "actions/enqueue",
                TenantApi.body(
                    "queue_key",
                    lab.queue(),
                    "template_code",
                    "data/execution/task/1.0",
                    "subject_name",
                    name,
                    "properties",
                    Map.of("barcode", name + "-B")))
            .ok()
            .path("subject_euid")
            .asString();
    screen.signIn("acme-human", "/");
    for (var scanned : new String[] {subject, name, name + "-B"}) {
      screen.press("/");
      screen.press(scanned, "\n");
      screen.until(() -> screen.path().equals("/subjects/" + subject));
      screen.sees(name);
      screen.open("/");
      screen.sees("All queues");
    }
  }

  @Test
  void an_administrator_makes_a_queue_and_is_told_by_field_what_is_wrong_with_it() {
    var key = TenantApi.unique("made");
    screen.signIn("acme-admin", "/");
    screen.click("New queue…");
    screen.submit();
    screen.sees("is needed.");
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
    screen.sees("is not JSON.");
    screen.fill("Input", "{\"well\": \"A1\"}");
    screen.fill("Priority", "-1");
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
    screen.sees("1 wait, and go on waiting until somebody resumes it.");
    screen.confirm("the centrifuge is recalled");
    screen.sees("Paused: nobody can claim from it.");
    screen.until(
        () -> String.valueOf(screen.one("[data-paused-by]")).contains(principal(lab.admin)));
    assertThat(lab.admin.get("queues/" + queue).ok().path("enabled").asBoolean()).isFalse();
    assertThat(screen.offers("Claim next")).isFalse();
    // What waits is not gone: it is counted and listed, and cannot be claimed.
    screen.sees("1 waits until it is resumed.");
    screen.until(() -> "1".equals(screen.one("[data-total=paused]")));
    screen.until(() -> screen.one("tr[data-subject='" + waiting + "']") != null);
    assertThat(screen.offers("Claim")).isFalse();

    screen.signIn("acme-operator", "/queues/" + queue);
    screen.sees("the centrifuge is recalled");
    assertThat(screen.offers("Enqueue…")).isTrue();
    assertThat(screen.offers("Resume…")).isFalse();
    assertThat(screen.offers("Pause…")).isFalse();
    screen.open("/?filter=" + queue);
    screen.sees("1 waits, paused: the centrifuge is recalled");
    assertThat(screen.one("tr[data-queue='" + queue + "'] [data-figure=depth]"))
        .isEqualTo("1\npaused");
    assertThat(screen.offers("New queue…")).isFalse();

    screen.signIn("acme-human", "/queues/" + queue);
    screen.sees("the centrifuge is recalled");
    assertThat(screen.offers("Enqueue…")).isFalse();

    screen.signIn("acme-admin", "/queues/" + queue);
    screen.click("Resume…");
    screen.confirm("a new one is there");
    screen.seesNo("Paused: nobody");
    assertThat(lab.claimOne(lab.worker(), queue).path("subject_euid").asString()).isNotEmpty();
    assertThat(lab.admin.get("queues/" + queue + "/changes").ok().at("/items/0/reason").asString())
        .isEqualTo("a new one is there");
  }
}

package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;

/** Actions on one job. */
class SubjectActionsTest extends OperatorScreens {

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
    screen.sees("In this queue only the action create_extraction completes the step.");
    assertThat(screen.offers("Complete")).as("the server would refuse it").isFalse();
    assertThat(screen.offers("Complete with override")).as("an administrator's").isFalse();
    screen.click("Create extraction");
    screen.sees("Extract from a specimen into a well.");
    screen.fill("Well name", "A1");
    screen.choose("Extraction type", "gdna");
    screen.fill("Output name", "SP-7 DNA");
    screen.confirm(null);
    screen.sees("the specimen has ended");
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
    screen.sees("In this queue only the action create_extraction completes the step.");
    assertThat(screen.offers("Complete")).isFalse();
    screen.click("Complete with override");
    screen.sees("The objects of the pack's action are not created");
    screen.confirm("extracted at another site");
    screen.sees("the specimen has ended");
    var action = actions(specimen, "complete_queue_execution").get(0);
    assertThat(action.path("override").asBoolean()).isTrue();
    assertThat(action.path("reason").asString()).isEqualTo("extracted at another site");
  }

  @Test
  void a_subject_is_held_and_let_go_again() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Claimable");
    screen.click("Hold");
    screen.sees("No worker can claim the job until all its holds are released.");
    screen.confirm("tube leaks");
    screen.sees("Not claimable");
    var held = subject(subject);
    assertThat(held.at("/execution/state").asString()).isEqualTo("HELD");
    assertThat(held.at("/active_holds/0/reason").asString()).isEqualTo("tube leaks");

    screen.click("Release OPERATOR_HOLD");
    screen.confirm("sealed again");
    screen.sees("Claimable");
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
    screen.sees("This field is required.");
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
    screen.sees("Not claimable");
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
    screen.sees("Not claimable");
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
    screen.sees("Claimable");
    var after = subject(subject);
    assertThat(after.at("/execution/state").asString()).isEqualTo("READY");
    assertThat(after.at("/execution/attempt_count").asInt()).isZero();
    assertThat(after.path("dead_letter").isMissingNode() || after.path("dead_letter").isNull())
        .isTrue();
  }

  @Test
  void a_requeue_may_name_another_queue_and_the_next_action() {
    var subject = lab.enqueue(lab.queue());
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Claimable");
    screen.click("Requeue");
    screen.fill("Next action", "measure");
    screen.confirm("measured too early");
    screen.until(
        () -> "measure".equals(subject(subject).at("/execution/next_action_key").asString()));
  }

  @Test
  void what_is_no_longer_wanted_is_canceled_softly_or_at_once() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var subject = lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    screen.signIn("acme-operator", "/subjects/" + subject);
    screen.sees("Active lease");
    screen.click("Cancel");
    screen.confirm("order withdrawn");
    screen.sees("cancel requested");
    assertThat(subject(subject).at("/execution/cancel_requested").asBoolean()).isTrue();
    screen.click("Cancel");
    screen.choose("Mode", "hard");
    screen.confirm("it does not stop");
    screen.sees("the job has ended");
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
    screen.sees("Claimable");
    var history = lab.operator.get("subjects/" + subject + "/history").ok();
    assertThat(history.at("/leases/0/status").asString()).isEqualTo("EXPIRED");
  }

  @Test
  void a_person_claims_starts_completes_and_fails() {
    var queue = lab.queue(ScreenExtension.LONG_LEASE);
    var first = lab.enqueue(queue);
    screen.signIn("acme-human", "/queues/" + queue);
    screen.click("Claim next");
    screen.confirm(null);
    screen.sees("Active lease");
    assertThat(screen.path()).isEqualTo("/subjects/" + first);
    assertThat(lab.state(first)).isEqualTo("RUNNING");
    screen.click("Complete");
    screen.fill("Result payload", "{\"yield\": 42}");
    screen.confirm("all fine");
    screen.sees("the job has ended");
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
}

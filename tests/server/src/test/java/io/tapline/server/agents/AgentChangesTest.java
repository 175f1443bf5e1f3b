package io.tapline.server.agents;

import static io.tapline.server.testing.TenantApi.body;
import static io.tapline.server.testing.TenantApi.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.server.base.StartupRefused;
import io.tapline.server.testing.AgentClient;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import tools.jackson.databind.JsonNode;

/** Changes by agents: a proposal changes nothing until its principal confirms it. */
@TaplineServer
class AgentChangesTest extends AgentsOnServer {

  private static String revisionOf(String subject) {
    return lab.operator
        .get("subjects/" + subject)
        .ok()
        .path("execution")
        .path("revision")
        .asString();
  }

  private static int actionsOf(String subject) {
    return lab.operator.get("subjects/" + subject + "/history").ok().path("actions").size();
  }

  private static JsonNode lastAction(String subject) {
    var actions = lab.operator.get("subjects/" + subject + "/history").ok().path("actions");
    return actions.get(actions.size() - 1);
  }

  private static AgentClient.Said confirm(
      AgentClient agent, String verb, Map<String, Object> arguments, String confirmation) {
    return agent.call(
        "confirm", "verb", verb, "arguments", arguments, "confirmation", confirmation);
  }

  @Test
  void dead_letters_are_listed_and_a_requeue_that_was_confirmed_brings_one_back() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    lab.service
        .post(
            "actions/fail",
            on(
                worker,
                lab.claimOne(worker, queue),
                "retryable",
                false,
                "error_class",
                "PERMANENT_INPUT",
                "error_message",
                "no such reagent"))
        .ok();
    var letters = service.call("list_dead_letters", "queue_key", queue).ok().path("items");
    assertThat(letters).hasSize(1);
    assertThat(letters.toString()).contains(subject, "no such reagent");

    Map<String, Object> arguments =
        Map.of("subject_euids", List.of(subject), "reason", "reagent is back", "priority", 7);
    var proposal = operator.call("propose_requeue", arguments).ok();
    assertThat(proposal.path("targets").get(0).path("would_be").asString()).isEqualTo("READY");
    var done =
        confirm(operator, "requeue", arguments, proposal.path("confirmation").asString()).ok();
    assertThat(done.path("targets").get(0).path("state").asString()).isEqualTo("READY");
    assertThat(lab.state(subject)).isEqualTo("READY");
    assertThat(service.call("list_dead_letters", "queue_key", queue).ok().path("items")).isEmpty();
  }

  @Test
  void a_proposal_changes_nothing_and_its_confirmation_is_the_principals_own_act() {
    var subject = lab.enqueue(lab.queue());
    var revision = revisionOf(subject);
    int actions = actionsOf(subject);
    var proposal = operator.call("propose_hold", holdOf(subject)).ok();
    var preview = proposal.path("targets").get(0);
    assertThat(preview.path("state").asString()).isEqualTo("READY");
    assertThat(preview.path("would_be").asString()).isEqualTo("HELD");
    assertThat(preview.path("revision").asString()).isEqualTo(revision);
    assertThat(lab.state(subject)).isEqualTo("READY");
    assertThat(actionsOf(subject)).isEqualTo(actions);

    var code = proposal.path("confirmation").asString();
    var done = confirm(operator, "hold", holdOf(subject), code).ok();
    assertThat(lab.state(subject)).isEqualTo("HELD");
    var evidence = lastAction(subject);
    assertThat(evidence.path("action_euid"))
        .isEqualTo(done.path("targets").get(0).path("action_euid"));
    assertThat(evidence.path("reason").asString()).isEqualTo("label is smudged");
    // It was enqueued with the same token over the API.
    var first = lab.operator.get("subjects/" + subject + "/history").ok().path("actions").get(0);
    assertThat(evidence.path("actor").asString())
        .isNotBlank()
        .isEqualTo(first.path("actor").asString());

    var again = confirm(operator, "hold", holdOf(subject), code).ok();
    assertThat(again.path("targets").get(0).path("replayed").asBoolean()).isTrue();
    assertThat(actionsOf(subject)).isEqualTo(actions + 1);
  }

  @Test
  void holds_are_released_and_work_is_cancelled_the_same_way() {
    var subject = lab.enqueue(lab.queue());
    var hold =
        lab.operator
            .post(
                "actions/hold",
                body("subject_euid", subject, "hold_code", "RECHECK", "reason", "smudged"))
            .ok()
            .path("hold_euid")
            .asString();
    Map<String, Object> release = Map.of("hold_euids", List.of(hold), "reason", "relabelled");
    var proposal = operator.call("propose_release_hold", release).ok();
    assertThat(proposal.path("targets").get(0).path("subject_euid").asString()).isEqualTo(subject);
    assertThat(proposal.path("targets").get(0).path("would_be").asString()).isEqualTo("READY");
    confirm(operator, "release_hold", release, proposal.path("confirmation").asString()).ok();
    assertThat(lab.state(subject)).isEqualTo("READY");

    Map<String, Object> cancel =
        Map.of("subject_euids", List.of(subject), "reason", "not needed", "mode", "soft");
    var second = operator.call("propose_cancel", cancel).ok();
    confirm(operator, "cancel", cancel, second.path("confirmation").asString()).ok();
    assertThat(lab.state(subject)).isEqualTo("CANCELED");
    assertThat(lastAction(subject).path("reason").asString()).isEqualTo("not needed");
  }

  @Test
  void what_would_be_refused_says_so_and_is_left_alone_when_it_is_confirmed() {
    var queue = lab.queue();
    var open = lab.enqueue(queue);
    var ended = lab.enqueue(queue);
    lab.operator.post("actions/cancel", body("subject_euid", ended, "reason", "no")).ok();
    var proposal = operator.call("propose_hold", holdOf(open, ended)).ok();
    assertThat(proposal.path("summary").asString()).contains("1 of 2");
    assertThat(proposal.path("targets").get(1).path("refusal").path("code").asString())
        .isEqualTo("SUBJECT_TERMINAL");
    // Possible by now, and still not what was shown.
    lab.operator.post("actions/requeue", body("subject_euid", ended, "reason", "yes")).ok();
    var done =
        confirm(operator, "hold", holdOf(open, ended), proposal.path("confirmation").asString())
            .ok();
    assertThat(done.path("summary").asString()).contains("1 of 2");
    assertThat(lab.state(open)).isEqualTo("HELD");
    assertThat(lab.state(ended)).isEqualTo("READY");

    var hopeless = operator.call("propose_hold", holdOf("Z-TK-999999")).ok();
    assertThat(hopeless.path("confirmation").isNull()).isTrue();
    assertThat(hopeless.path("targets").get(0).path("refusal").path("code").asString())
        .isEqualTo("NOT_FOUND");
  }

  @Test
  void a_subject_that_has_changed_since_is_left_alone() {
    var subject = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    lab.operator
        .post(
            "actions/hold",
            body("subject_euid", subject, "hold_code", "OTHER", "reason", "someone was quicker"))
        .ok();
    int actions = actionsOf(subject);
    var result = confirm(operator, "hold", holdOf(subject), code).ok().path("targets").get(0);
    assertThat(result.path("refusal").path("code").asString()).isEqualTo("REVISION_CONFLICT");
    assertThat(actionsOf(subject)).isEqualTo(actions);
  }

  @Test
  void a_confirmation_holds_for_one_principal_one_verb_and_these_very_arguments() {
    var subject = lab.enqueue(lab.queue());
    var other = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    int actions = actionsOf(subject);
    try (var admin = agent("acme-admin");
        var elsewhere = agent("other-operator")) {
      for (var wrong :
          List.of(
              confirm(operator, "hold", holdOf(other), code),
              confirm(operator, "hold", holdOf(subject, other), code),
              confirm(
                  operator,
                  "hold",
                  Map.of(
                      "subject_euids", List.of(subject), "hold_code", "RECHECK", "reason", "mine"),
                  code),
              confirm(
                  operator,
                  "cancel",
                  Map.of("subject_euids", List.of(subject), "reason", "label is smudged"),
                  code),
              confirm(operator, "hold", holdOf(subject), altered(code)),
              confirm(operator, "hold", holdOf(subject), code.substring(1)),
              confirm(operator, "hold", holdOf(subject), "nonsense"),
              confirm(admin, "hold", holdOf(subject), code),
              confirm(elsewhere, "hold", holdOf(subject), code))) {
        assertThat(wrong.problem().path("field").asString()).isEqualTo("confirmation");
      }
    }
    assertThat(actionsOf(subject)).isEqualTo(actions);
    assertThat(lab.state(other)).isEqualTo("READY");
  }

  /** The code with one bit of its time changed, which would extend its validity. */
  private static String altered(String code) {
    var bytes = java.util.Base64.getUrlDecoder().decode(code);
    bytes[3] ^= 1;
    return java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void a_confirmation_does_not_stand_for_ever() {
    var subject = lab.enqueue(lab.queue());
    var code = operator.call("propose_hold", holdOf(subject)).ok().path("confirmation").asString();
    tapline.advance(ProposalTools.STANDS_FOR.plus(Duration.ofSeconds(2)));
    var late = confirm(operator, "hold", holdOf(subject), code).problem();
    assertThat(late.path("field").asString()).isEqualTo("confirmation");
    assertThat(late.path("detail").asString()).contains("propose it again");
    assertThat(lab.state(subject)).isEqualTo("READY");
  }

  @Test
  void a_server_that_demands_it_lets_only_another_principal_confirm() {
    System.setProperty(ProposalTools.CONFIRMATION, "other_principal");
    try (var strict = TestTapline.start();
        var proposer = agentAt(strict, "acme-operator");
        var other = agentAt(strict, "acme-admin")) {
      var there = new TenantApi(strict, "acme");
      var subject = there.enqueue(there.queue());
      var proposal = proposer.call("propose_hold", holdOf(subject)).ok();
      assertThat(proposal.path("next").asString()).contains("another principal");
      var code = proposal.path("confirmation").asString();
      var refused = confirm(proposer, "hold", holdOf(subject), code).problem();
      assertThat(refused.toString()).contains("\"confirmation\"", "another principal");
      assertThat(there.state(subject)).isEqualTo("READY");
      assertThat(confirm(other, "hold", holdOf(subject, subject), code).problem().toString())
          .contains("confirmation");
      confirm(other, "hold", holdOf(subject), code).ok();
      assertThat(there.state(subject)).isEqualTo("HELD");
    } finally {
      System.clearProperty(ProposalTools.CONFIRMATION);
    }
  }

  @Test
  void an_unknown_rule_of_confirmation_is_refused_at_start() {
    var environment = new StandardEnvironment();
    environment
        .getPropertySources()
        .addFirst(
            new MapPropertySource("test", Map.of(ProposalTools.CONFIRMATION, "another_principal")));
    assertThatThrownBy(() -> new ProposalTools(null, null, environment))
        .isInstanceOf(StartupRefused.class)
        .hasMessageContaining(ProposalTools.CONFIRMATION)
        .hasMessageContaining("other_principal");
  }
}

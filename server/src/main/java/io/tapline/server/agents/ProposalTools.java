package io.tapline.server.agents;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.Refusal;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.subject.SubjectView;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * Changes in two steps: a proposal shows the effect, a confirmation carries it out. In between, a
 * person can review both the request and its effect.
 */
@Component
final class ProposalTools {

  /**
   * Long enough for a person to read the proposal, short enough that the shown state is still
   * current.
   */
  static final Duration STANDS_FOR = Duration.ofMinutes(10);

  private static final String CONFIRM = "confirm";
  private static final long REFUSED = -1;

  /** A target that the proposal showed as refused is not changed by its confirmation. */
  private static final Refusal NOT_PROPOSED =
      Refusal.of(
          Code.STATE_CONFLICT,
          "was not possible at the time of the proposal and was skipped; propose it again");

  static final String CONFIRMATION = "TAPLINE_AGENT_CONFIRMATION";

  private static final String OTHER_PRINCIPAL = "other_principal";

  private final Engine engine;
  private final ConfirmationCodes codes;
  private final boolean byAnother;

  /**
   * @throws StartupRefused for an invalid value of the setting
   */
  ProposalTools(Engine engine, ConfirmationCodes codes, Environment environment) {
    this.engine = engine;
    this.codes = codes;
    this.byAnother = byAnother(environment.getProperty(CONFIRMATION));
  }

  private static boolean byAnother(String setting) {
    if (setting == null || setting.isBlank()) {
      return false;
    }
    if (!setting.strip().equals(OTHER_PRINCIPAL)) {
      throw new StartupRefused(
          "%s: '%s' is not %s; correct it or unset it."
              .formatted(CONFIRMATION, setting, OTHER_PRINCIPAL));
    }
    return true;
  }

  List<AgentTool> all() {
    var all = new ArrayList<AgentTool>();
    for (var verb : ProposedVerb.values()) {
      all.add(proposal(verb));
    }
    all.add(confirmation());
    return all;
  }

  /** The expected effect on one target. */
  @RecordBuilder
  record Preview(
      String targetEuid,
      String subjectEuid,
      String subjectName,
      String queueKey,
      ExecutionState state,
      Long revision,
      String workerEuid,
      String wouldBe,
      Refusal refusal) {}

  /**
   * The expected effect on all targets.
   *
   * @param confirmation null when all targets would be refused
   */
  record Proposal(
      String verb,
      String summary,
      List<Preview> targets,
      String confirmation,
      Instant confirmBefore,
      String next) {}

  private AgentTool proposal(ProposedVerb verb) {
    return new AgentTool(
        "propose_" + verb.wire(),
        "Propose: " + verb.wire().replace('_', ' '),
        verb.about()
            + " Changes nothing: the answer contains the effects and a confirmation for the"
            + " tool confirm. Show the effects to your user first.",
        verb.arguments(),
        ActionTable.of(verb.action()).roles(),
        false,
        (caller, given) -> propose(caller, verb, given));
  }

  private Proposal propose(Caller caller, ProposedVerb verb, ToolArguments given) {
    var previews =
        verb.targets(given).stream().map(euid -> preview(caller, verb, given, euid)).toList();
    long possible = previews.stream().filter(preview -> preview.refusal() == null).count();
    var summary =
        "%s: %s of %s would be executed; nothing has changed yet"
            .formatted(verb.wire().replace('_', ' '), possible, previews.size());
    if (possible == 0) {
      return new Proposal(
          verb.wire(), summary, previews, null, null, "Each target contains the reason.");
    }
    var until = engine.reads().now(caller.tenantId()).plus(STANDS_FOR);
    var revisions =
        previews.stream()
            .map(preview -> preview.refusal() == null ? preview.revision() : (Long) REFUSED)
            .toList();
    var code =
        codes.code(caller, verb, given.document(), new ConfirmationCodes.Terms(until, revisions));
    return new Proposal(
        verb.wire(),
        summary,
        previews,
        code,
        until,
        (byAnother ? "To execute it, another principal calls " : "To execute it, call ")
            + CONFIRM
            + " with this verb, the same arguments and the confirmation.");
  }

  private Preview preview(Caller caller, ProposedVerb verb, ToolArguments given, String euid) {
    try {
      var subject = euid;
      if (!verb.ofSubjects()) {
        subject = rehearse(caller, verb, given, euid, null).orThrow().subjectEuid();
      }
      var view = engine.reads().subjects().one(caller.tenantId(), subject, null);
      var outcome = rehearse(caller, verb, given, euid, view.execution().revision());
      return preview(euid, view, outcome);
    } catch (RefusedException e) {
      return ProposalToolsPreviewBuilder.builder().targetEuid(euid).refusal(e.refusal()).build();
    }
  }

  private ItemOutcome rehearse(
      Caller caller, ProposedVerb verb, ToolArguments given, String euid, Long revision) {
    var key = "rehearsal:" + UUID.randomUUID();
    return engine.rehearse(caller, verb.command(given, euid, revision, key));
  }

  private static Preview preview(String euid, SubjectView view, ItemOutcome outcome) {
    var now = view.execution();
    return ProposalToolsPreviewBuilder.builder()
        .targetEuid(euid)
        .subjectEuid(view.subjectEuid())
        .subjectName(view.subjectName())
        .queueKey(now.nextQueueKey())
        .state(now.state())
        .revision(now.revision())
        .workerEuid(
            view.activeLease() == null
                ? null
                : view.activeLease().path("worker_euid").asString(null))
        .wouldBe(outcome.refused() ? null : state(outcome.answer()))
        .refusal(outcome.refusal())
        .build();
  }

  /** Outcome for one target. */
  @RecordBuilder
  record Result(
      String targetEuid,
      String subjectEuid,
      String actionEuid,
      String state,
      boolean replayed,
      Refusal refusal) {}

  /** Outcome for all targets. */
  record Confirmed(String verb, String summary, List<Result> targets) {}

  private AgentTool confirmation() {
    var roles = new TreeSet<>(ActionTable.of(ProposedVerb.HOLD.action()).roles());
    for (var verb : ProposedVerb.values()) {
      roles.retainAll(ActionTable.of(verb.action()).roles());
    }
    return new AgentTool(
        CONFIRM,
        "Confirm a proposal",
        "Executes a proposal as the principal of the token, with the reason as evidence."
            + " Send the verb and the arguments of the proposal unchanged, so that the user"
            + " who approves this call can read its effects. A job that has changed since the"
            + " proposal is skipped. A repeated call is executed once."
            + (byAnother ? " The proposal must be one of another principal." : ""),
        List.of(
            ApiField.required("verb", ValueShape.choice(ProposedVerb.words()), "the proposed verb"),
            ApiField.required(
                "arguments", ValueShape.open(), "the arguments of the proposal, unchanged"),
            ApiField.required(
                "confirmation", ValueShape.text(1_000), "the confirmation of the proposal")),
        Set.copyOf(roles),
        true,
        this::confirm);
  }

  private Confirmed confirm(Caller caller, ToolArguments given) {
    var verb = ProposedVerb.of(given.text("verb"));
    var arguments = given.inside("arguments", verb.arguments());
    var code = given.text("confirmation");
    var opened =
        codes
            .open(caller, verb, arguments.document(), code)
            .filter(found -> byAnother || found.ofCaller())
            .orElseThrow(
                () ->
                    RefusedException.invalid(
                        "confirmation",
                        "belongs to no proposal "
                            + (byAnother ? "" : "of yours ")
                            + "with this verb and exactly these arguments; propose it again"));
    if (byAnother && opened.ofCaller()) {
      throw RefusedException.invalid(
          "confirmation",
          "belongs to a proposal of the same principal; on this server another principal"
              + " must confirm it");
    }
    var terms = opened.terms();
    if (engine.reads().now(caller.tenantId()).isAfter(terms.until())) {
      throw RefusedException.invalid(
          "confirmation",
          "stood until " + terms.until() + "; the confirmation has expired, propose it again");
    }
    return confirmed(caller, verb, arguments, terms, "proposal:" + Json.sha256(code));
  }

  /**
   * @param run derived from the code, so that a repeated confirmation is a replay
   */
  private Confirmed confirmed(
      Caller caller,
      ProposedVerb verb,
      ToolArguments arguments,
      ConfirmationCodes.Terms terms,
      String run) {
    var targets = verb.targets(arguments);
    var commands = new ArrayList<SubjectCommand>();
    for (int i = 0; i < targets.size(); i++) {
      long revision = terms.revisions().get(i);
      if (revision != REFUSED) {
        commands.add(verb.command(arguments, targets.get(i), revision, run + ":" + i));
      }
    }
    var outcomes = engine.executeAll(caller, commands).iterator();
    var results = new ArrayList<Result>();
    for (int i = 0; i < targets.size(); i++) {
      results.add(
          terms.revisions().get(i) == REFUSED
              ? ProposalToolsResultBuilder.builder()
                  .targetEuid(targets.get(i))
                  .refusal(NOT_PROPOSED)
                  .build()
              : result(targets.get(i), outcomes.next()));
    }
    long done = results.stream().filter(result -> result.refusal() == null).count();
    return new Confirmed(
        verb.wire(),
        verb.wire().replace('_', ' ') + ": " + done + " of " + targets.size() + " done",
        results);
  }

  private static Result result(String euid, ItemOutcome outcome) {
    if (outcome.refused()) {
      return ProposalToolsResultBuilder.builder()
          .targetEuid(euid)
          .refusal(outcome.refusal())
          .build();
    }
    var answer = outcome.answer();
    return new Result(
        euid, answer.subjectEuid(), answer.actionEuid(), state(answer), answer.replayed(), null);
  }

  /** In a replay, the change is a document. */
  private static String state(ActionAnswer answer) {
    return answer.document().path("state").asString(null);
  }
}

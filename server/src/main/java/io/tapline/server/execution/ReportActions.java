package io.tapline.server.execution;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ClaimNext;
import io.tapline.engine.action.ResultAction;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ActionRequests.BodyReader;
import io.tapline.server.actions.ActionRequests.ItemResult;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemWriter;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Endings of work, with a claim in the same request if the worker sends one. */
@Component
final class ReportActions {

  private static final String CLAIMED = "claimed";
  private static final String CLAIM_PROBLEM = "claim_problem";

  static final ApiField CLAIM_NEXT =
      ApiField.optional(
          ClaimNext.FIELD,
          new ValueShape.Fields(RequestShapes.of(ClaimNext.class)),
          "claims more jobs in the same transaction, after the lease has ended; not with"
              + " override");

  /** The answer to one ending and to its claim. */
  private record ReportAnswer(
      @JsonUnwrapped ActionAnswer ending,
      @JsonInclude(NON_NULL) ClaimAnswer claimed,
      @JsonInclude(NON_NULL) Problem claimProblem) {}

  /** The answer to several endings and to their claim. */
  private record BatchReportAnswer(
      List<ItemResult> items,
      @JsonInclude(NON_NULL) ClaimAnswer claimed,
      @JsonInclude(NON_NULL) Problem claimProblem) {}

  private final ActionRequests actions;
  private final Engine engine;
  private final ServerDrain drain;

  ReportActions(ActionRequests actions, Engine engine, ServerDrain drain) {
    this.actions = actions;
    this.engine = engine;
    this.drain = drain;
  }

  /** Declares the claim and its refusals; beside {@code items} there is one claim for all. */
  static Endpoint.Builder asking(Endpoint.Builder ending) {
    return ending
        .besideItems(ClaimNext.FIELD, CLAIMED, CLAIM_PROBLEM)
        .refuses(
            Code.FORBIDDEN,
            Code.QUEUE_DISABLED,
            Code.MANUAL_ONLY,
            Code.WORKER_DRAINING,
            Code.WORKER_DISABLED,
            Code.CAPABILITY_MISMATCH,
            Code.SCOPE_MISMATCH,
            Code.LEASE_LIMIT_REACHED,
            Code.CLAIM_TOO_LATE)
        .refuses(ProblemCode.DRAINING);
  }

  /** Carries out one ending, or {@code items}, of one action. */
  HttpAnswer oneOrMany(EndpointCall call, ActionKey action) throws IOException {
    return oneOrMany(call, BodyReader.of(action));
  }

  /** Carries out one ending, or {@code items}, each of the action that it names. */
  HttpAnswer results(EndpointCall call) throws IOException {
    return oneOrMany(call, ResultAction::read);
  }

  private HttpAnswer oneOrMany(EndpointCall call, BodyReader reader) throws IOException {
    var body = call.body();
    if (!body.has(ClaimNext.FIELD)) {
      return actions.oneOrMany(call, reader, body);
    }
    var endings = Json.object();
    endings.setAll((ObjectNode) body);
    endings.remove(ClaimNext.FIELD);
    if (body.get(ClaimNext.FIELD).isNull()) {
      return actions.oneOrMany(call, reader, endings);
    }
    return body.has("items") ? many(call, reader, body, endings) : one(call, reader, body, endings);
  }

  private HttpAnswer one(EndpointCall call, BodyReader reader, JsonNode body, JsonNode report)
      throws IOException {
    var ending = (LeaseCommand) actions.read(call, reader, report);
    var next =
        ClaimNext.read(body, ending.workerEuid(), ending.meta(), ActionRequests.traceId(call));
    var reported = report(call, List.of(ending), next);
    var claimed = reported.claimed();
    return call.ok(
        new ReportAnswer(
            reported.outcomes().get(0).orThrow(), answer(claimed), problem(call, claimed)));
  }

  private HttpAnswer many(EndpointCall call, BodyReader reader, JsonNode body, JsonNode report)
      throws IOException {
    var claimed = new ClaimOutcome[1];
    var answer =
        actions.many(
            call,
            reader,
            report,
            commands -> {
              var reported = reported(call, body, commands);
              claimed[0] = reported.claimed();
              return reported.outcomes();
            });
    return call.ok(
        new BatchReportAnswer(answer.items(), answer(claimed[0]), problem(call, claimed[0])));
  }

  private ReportOutcome reported(EndpointCall call, JsonNode body, List<Command> commands) {
    var endings = commands.stream().map(LeaseCommand.class::cast).toList();
    var worker = endings.isEmpty() ? null : endings.get(0).workerEuid();
    var next = ClaimNext.read(body, worker, null, ActionRequests.traceId(call));
    return report(call, endings, next);
  }

  /** A stopping server records endings and grants no new work. */
  private ReportOutcome report(EndpointCall call, List<LeaseCommand> endings, Claim next) {
    return engine.reportOnce(
        call.caller(), endings, drain.begun() ? next.until(Instant.EPOCH) : next);
  }

  private static ClaimAnswer answer(ClaimOutcome claimed) {
    return claimed == null ? null : claimed.answer();
  }

  private Problem problem(EndpointCall call, ClaimOutcome claimed) {
    return claimed == null || claimed.answer() != null
        ? null
        : call.endpoint().declared(refusal(call, claimed));
  }

  private Problem refusal(EndpointCall call, ClaimOutcome claimed) {
    if (claimed.fault() != null) {
      return ProblemWriter.judge(claimed.fault(), "the claim of " + call.endpoint());
    }
    return drain.begun() && claimed.refusal().code() == Code.CLAIM_TOO_LATE
        ? Problem.of(
            ProblemCode.DRAINING,
            "this server is stopping and accepts no claims;"
                + " send the claim to another server, or again later")
        : Problem.of(claimed.refusal());
  }
}

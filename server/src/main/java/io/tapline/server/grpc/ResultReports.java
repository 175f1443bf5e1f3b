package io.tapline.server.grpc;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.Release;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ClaimNext;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.grpc.v1.ClaimedNext;
import io.tapline.grpc.v1.ReportResultsReply;
import io.tapline.grpc.v1.ReportResultsRequest;
import io.tapline.grpc.v1.Result;
import io.tapline.grpc.v1.ResultOutcome;
import io.tapline.grpc.v1.ResultReply;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ProblemWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Converts results to commands, with a claim if the worker sends one. */
final class ResultReports {

  private final Engine engine;
  private final ServerDrain drain;

  ResultReports(Engine engine, ServerDrain drain) {
    this.engine = engine;
    this.drain = drain;
  }

  /** Some results as commands, with their indexes in the request. */
  private record ResultGroup(List<Command> commands, List<Integer> places) {

    ResultGroup() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(Command command, int place) {
      commands.add(command);
      places.add(place);
    }

    /** The results that match, in their order. */
    ResultGroup filter(Predicate<Command> test) {
      var some = new ResultGroup();
      for (int i = 0; i < commands.size(); i++) {
        if (test.test(commands.get(i))) {
          some.add(commands.get(i), places.get(i));
        }
      }
      return some;
    }

    List<LeaseCommand> endings() {
      return commands.stream().map(LeaseCommand.class::cast).toList();
    }
  }

  ReportResultsReply report(Caller caller, ReportResultsRequest request) {
    var outcomes = new ResultOutcome[request.getResultsCount()];
    var all = read(request.getResultsList(), outcomes);
    var next = request.hasClaimNext() ? next(caller, request, all) : null;
    Predicate<Command> asks = command -> next != null && endsFor(command, next.workerEuid());
    var others = all.filter(asks.negate());
    var performed = others.filter(PerformAction.class::isInstance);
    var ended = others.filter(LeaseCommand.class::isInstance);
    fillOutcomes(performed, inBatches(caller, performed.commands()), outcomes);
    fillOutcomes(ended, inBatches(caller, ended.commands()), outcomes);
    var reply = ReportResultsReply.newBuilder();
    if (next != null) {
      // Last, so that the claim can use every lease that the others have ended.
      var claimed = report(caller, releasesFirst(all.filter(asks)), next, outcomes);
      if (claimed != null) {
        reply.setClaimed(claimed(claimed));
      }
    }
    return reply.addAllOutcomes(List.of(outcomes)).build();
  }

  /** The claim goes with the last batch, and a batch of releases alone cannot carry one. */
  private static ResultGroup releasesFirst(ResultGroup all) {
    var ordered = all.filter(Release.class::isInstance);
    var others = all.filter(command -> !(command instanceof Release));
    ordered.commands().addAll(others.commands());
    ordered.places().addAll(others.places());
    return ordered;
  }

  /** Whether the command ends work of the claiming worker. */
  private static boolean endsFor(Command command, String workerEuid) {
    return command instanceof LeaseCommand ending
        && Objects.equals(ending.workerEuid(), workerEuid);
  }

  private static ResultGroup read(List<Result> results, ResultOutcome[] outcomes) {
    var all = new ResultGroup();
    for (int i = 0; i < results.size(); i++) {
      try {
        all.add(GrpcMessages.result(results.get(i)), i);
      } catch (RefusedException e) {
        outcomes[i] = refused(Problem.of(e.refusal()));
      } catch (ProblemException e) {
        outcomes[i] = refused(e.problem());
      }
    }
    return all;
  }

  /** The results that carry the claim: the successes, else the failures. */
  private static List<LeaseCommand> asking(ResultGroup all) {
    var successes = all.filter(Complete.class::isInstance);
    var asking = successes.commands().isEmpty() ? all.filter(Fail.class::isInstance) : successes;
    if (asking.commands().isEmpty()) {
      throw ProblemException.invalid(
          ClaimNext.FIELD, "requires a success or a failure in the same report");
    }
    return asking.endings();
  }

  /** Refuses an invalid claim before any change. */
  private Claim next(Caller caller, ReportResultsRequest request, ResultGroup all) {
    var asking = asking(all);
    var next = GrpcMessages.claimNext(request.getClaimNext(), asking.get(0).workerEuid());
    var refusal = ClaimNext.refusal(caller, asking, next);
    RefusedException.throwIfRefused(refusal);
    return drain.begun() ? next.until(Instant.EPOCH) : next;
  }

  private ClaimOutcome report(
      Caller caller, ResultGroup asking, Claim next, ResultOutcome[] outcomes) {
    int size = asking.commands().size();
    int last = (size - 1) / Limits.BATCH * Limits.BATCH;
    var done = inBatches(caller, asking.commands().subList(0, last));
    var reported = engine.reportOnce(caller, asking.endings().subList(last, size), next);
    done.addAll(reported.outcomes());
    fillOutcomes(asking, done, outcomes);
    return reported.claimed();
  }

  private ClaimedNext claimed(ClaimOutcome claimed) {
    var message = ClaimedNext.newBuilder();
    if (claimed.answer() != null) {
      claimed
          .answer()
          .claims()
          .forEach(item -> message.addAssignments(GrpcMessages.assignment(item)));
      return message.setReplayed(claimed.answer().replayed()).build();
    }
    var problem = problem(claimed);
    message.setCode(problem.code()).setDetail(problem.detail());
    return (problem.field() == null ? message : message.setField(problem.field())).build();
  }

  private Problem problem(ClaimOutcome claimed) {
    if (claimed.fault() != null) {
      return ProblemWriter.judge(claimed.fault(), "the claim of a report");
    }
    return drain.begun() && claimed.refusal().code() == Code.CLAIM_TOO_LATE
        ? Problem.of(
            ProblemCode.DRAINING,
            "this server is stopping and accepts no claims;"
                + " send the claim to another server, or again later")
        : Problem.of(claimed.refusal());
  }

  /** Splits the commands into batches of the engine's maximum. */
  List<ItemOutcome> inBatches(Caller caller, List<? extends Command> commands) {
    var outcomes = new ArrayList<ItemOutcome>();
    for (int from = 0; from < commands.size(); from += Limits.BATCH) {
      int to = Math.min(commands.size(), from + Limits.BATCH);
      outcomes.addAll(engine.executeAll(caller, commands.subList(from, to)));
    }
    return outcomes;
  }

  private static void fillOutcomes(
      ResultGroup resultGroup, List<ItemOutcome> done, ResultOutcome[] outcomes) {
    for (int i = 0; i < done.size(); i++) {
      outcomes[resultGroup.places().get(i)] = outcome(done.get(i));
    }
  }

  static ResultOutcome outcome(ItemOutcome outcome) {
    return outcome.refused()
        ? refused(Problem.of(outcome.refusal()))
        : ResultOutcome.newBuilder().setReply(reply(outcome.answer())).build();
  }

  private static ResultOutcome refused(Problem problem) {
    var outcome = ResultOutcome.newBuilder().setCode(problem.code()).setDetail(problem.detail());
    return (problem.field() == null ? outcome : outcome.setField(problem.field())).build();
  }

  static ResultReply reply(ActionAnswer answer) {
    return ResultReply.newBuilder()
        .setSubjectEuid(answer.subjectEuid())
        .setState(answer.document().path("state").asString(""))
        .setReplayed(answer.replayed())
        .build();
  }
}

package io.tapline.server.execution;

import static io.tapline.api.ActionKey.CLAIM_QUEUE_ITEM;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.request.Claim;
import io.tapline.engine.Engine;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.server.longpoll.PreferWait;
import io.tapline.server.longpoll.WaitService;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** The claim: a worker receives work under a lease, or an answer without work. */
@Component
final class ClaimEndpoints implements EndpointGroup {

  private final Engine engine;
  private final ActionRequests actions;
  private final ServerDrain drain;
  private final WaitService waitService;

  ClaimEndpoints(
      Engine engine, ActionRequests actions, ServerDrain drain, WaitService waitService) {
    this.engine = engine;
    this.actions = actions;
    this.drain = drain;
    this.waitService = waitService;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        actions
            .declare(
                "claim",
                CLAIM_QUEUE_ITEM,
                "Claim jobs for a worker, under leases: from one queue, from all queues that"
                    + " the worker serves, or one named job")
            .header(
                PreferWait.HEADER,
                ValueShape.text(200),
                "wait=N: waits up to N seconds for a job if none is claimable; "
                    + PreferWait.MOST_SECONDS
                    + " at most")
            .answers(ValueShape.of(ClaimAnswer.class))
            .refuses(
                Code.FORBIDDEN,
                Code.ALREADY_LEASED,
                Code.NOT_VISIBLE,
                Code.SUBJECT_HELD,
                Code.SUBJECT_TERMINAL,
                Code.QUEUE_DISABLED,
                Code.MANUAL_ONLY,
                Code.WORKER_DRAINING,
                Code.WORKER_DISABLED,
                Code.CAPABILITY_MISMATCH,
                Code.SCOPE_MISMATCH,
                Code.LEASE_LIMIT_REACHED,
                Code.CLAIM_TOO_LATE,
                Code.NOT_LEASE_OWNER,
                Code.STATE_CONFLICT,
                Code.REVISION_CONFLICT,
                Code.PAYLOAD_TOO_LARGE)
            .refuses(ProblemCode.DRAINING)
            .handledBy(this::claim));
  }

  private HttpAnswer claim(EndpointCall call) throws IOException {
    if (drain.begun()) {
      throw ProblemException.of(
          ProblemCode.DRAINING,
          "this server is stopping and accepts no claims; send the"
              + " claim to another server, or again later");
    }
    var wait = PreferWait.of(call);
    var command = (Claim) actions.read(call, CLAIM_QUEUE_ITEM, call.body());
    if (wait.length().isZero() || engine.isNoWorkRemembered(call.caller(), command)) {
      return call.ok(engine.claimOnce(call.caller(), command), wait.applied());
    }
    long tried = System.nanoTime();
    var answer = engine.claim(call.caller(), command);
    return answer.claims().isEmpty()
        ? waitService.forWork(call, command, wait, tried)
        : call.ok(answer, wait.applied());
  }
}

package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.DEAD_LETTER_SUBJECT;

import io.tapline.api.Code;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.JobAnswer;
import io.tapline.api.Page;
import io.tapline.api.ResolutionState;
import io.tapline.api.WireField;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.read.evidence.DeadLetterFilter;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.execution.DeadLetterEndpoints;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Dead jobs: lists, and their abandonment by an operator. */
@Component
final class JobDeadLetterEndpoints implements EndpointGroup {

  private record DeadLetterRequest(
      RequestMeta meta,
      @WireField(
              required = true,
              words = DeadLetterReason.ReasonCode.class,
              about = "the reason code, for filters")
          String reasonCode,
      @WireField(
              words = DeadLetterReason.Stage.class,
              about = "the stage of the failure; default: exec")
          String stage,
      @CommonFields.Reason String reason) {}

  private final Engine engine;

  JobDeadLetterEndpoints(Engine engine) {
    this.engine = engine;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), send());
  }

  private Endpoint list() {
    return Endpoint.get(JobFields.JOBS + "/dead-letter")
        .summary("Dead letters of jobs, oldest first; without a filter the open ones")
        .query("kind", JobFields.KEY, "only items of this kind")
        .query(
            "reason_code",
            ValueShape.choice(DeadLetterReason.REASON_CODES),
            "only items with this reason code")
        .query(
            "stage",
            ValueShape.choice(DeadLetterReason.STAGES),
            "only items that failed at this stage")
        .query("resolution_state", ValueShape.choice(ResolutionState.class), "absent: OPEN")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(DeadLetterEndpoints.DEAD_LETTER))
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .evidence()
                        .deadLetters(call.tenantId(), filter(call), call.limit(), call.cursor())));
  }

  private static DeadLetterFilter filter(EndpointCall call) {
    var state = call.choice("resolution_state", ResolutionState.class);
    return new DeadLetterFilter(
        state == null ? ResolutionState.OPEN : state,
        call.text("kind"),
        call.oneOf("reason_code", DeadLetterReason.REASON_CODES),
        call.oneOf("stage", DeadLetterReason.STAGES));
  }

  private Endpoint send() {
    return JobFields.verb(
            JobFields.JOBS + "/{job_id}/dead-letter",
            DEAD_LETTER_SUBJECT,
            "Fail an unfinished job (queued, leased or in progress)"
                + " permanently, with a dead letter",
            DeadLetterRequest.class)
        .path("job_id", JobFields.KEY, "the job")
        .answers(ValueShape.of(JobAnswer.class))
        .refuses(
            Code.SUBJECT_HELD, Code.SUBJECT_TERMINAL, Code.INVALID_TRANSITION, Code.STATE_CONFLICT)
        .handledBy(this::giveUp);
  }

  private HttpAnswer giveUp(EndpointCall call) throws IOException {
    var request = ActionRequests.body(call, DeadLetterRequest.class, null);
    var jobId = call.path("job_id");
    var command =
        new SendToDeadLetter(
            request.meta(),
            jobId,
            StatePrecondition.NOTHING,
            request.reasonCode(),
            request.stage(),
            request.reason());
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    return call.ok(JobAnswers.of(answer, engine.reads().substrate().one(call.tenantId(), jobId)));
  }
}

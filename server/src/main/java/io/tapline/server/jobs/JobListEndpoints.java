package io.tapline.server.jobs;

import io.tapline.api.Code;
import io.tapline.api.JobView;
import io.tapline.api.Page;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.job.JobFilter;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Lists of jobs, and the lookup of one by its kind and key. */
@Component
final class JobListEndpoints implements EndpointGroup {

  private final ReadModels reads;

  JobListEndpoints(Engine engine) {
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(list(), byKey());
  }

  private Endpoint list() {
    return Endpoint.get(JobFields.JOBS)
        .summary(
            "Jobs by kind, status, key, correlation or workflow; a page may be short and have a"
                + " next one")
        .query("kind", JobFields.KEY, "only items of this kind")
        .query("status", ValueShape.choice(JobFilter.STATUSES), "only items with this status")
        .query("idempotency_key", JobFields.KEY, "only the job with this key; requires kind")
        .query("correlation_id", JobFields.KEY, "only items with this correlation id")
        .query("workflow_id", JobFields.KEY, "only jobs of this workflow")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(JobView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(this::page);
  }

  private HttpAnswer page(EndpointCall call) {
    var filter =
        new JobFilter(
            call.text("kind"),
            call.text("status"),
            call.text("idempotency_key"),
            call.text("correlation_id"),
            call.text("workflow_id"));
    return call.ok(
        JobText.inWords(
            () -> reads.jobLists().page(call.tenantId(), filter, call.limit(), call.cursor())));
  }

  private Endpoint byKey() {
    return Endpoint.get(JobFields.JOBS + "/by-key")
        .summary("The job that was enqueued under a key of its kind")
        .query("kind", JobFields.KEY, "the kind; required")
        .query("idempotency_key", JobFields.KEY, "the key of the enqueue; required")
        .answers(ValueShape.of(JobView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    reads
                        .jobLists()
                        .byKey(
                            call.tenantId(),
                            required(call, "kind"),
                            required(call, "idempotency_key"))));
  }

  private static String required(EndpointCall call, String name) {
    var text = call.text(name);
    if (text == null || text.isBlank()) {
      throw ProblemException.invalid(name, "is required");
    }
    return text;
  }
}

package io.tapline.server.execution;

import io.tapline.api.Code;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.SubjectPage;
import io.tapline.engine.Engine;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.read.subject.SubjectFilterBuilder;
import io.tapline.engine.read.subject.SubjectTab;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;

/** Jobs in any state: lists and the search. */
@Component
final class SubjectListEndpoints implements EndpointGroup {

  private static final ValueShape VIEW =
      ValueShape.choice(Arrays.stream(SubjectTab.values()).map(SubjectTab::wire).toList());

  private final Engine engine;

  SubjectListEndpoints(Engine engine) {
    this.engine = engine;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        WireFields.paged(Endpoint.get(ApiPaths.EXECUTION + "/subjects"))
            .summary(
                "Jobs in any state. So many are looked at for a page: it may be short and"
                    + " have a next one")
            .query("queue_key", WireFields.KEY, "only those of this queue")
            .query(
                "queues",
                ValueShape.choice(WireFields.LISTED),
                "listed: only of queues that GET /queues lists to the caller, as it counts them")
            .query("state", ValueShape.choice(ExecutionState.class), "only those in this state")
            .query("site", WireFields.NAME, "only those of this site")
            .query("platform", WireFields.NAME, "only those of this platform")
            .query("assay", WireFields.NAME, "only those of this assay")
            .query("template_code", WireFields.KEY, "only those of this template")
            .query("correlation_id", WireFields.KEY, "only those with this correlation id")
            .query("trx_euid", WireFields.CODE, "only those enqueued with this in correlation")
            .query("accession_euid", WireFields.CODE, "likewise")
            .query("run_euid", WireFields.CODE, "likewise")
            .query("step_euid", WireFields.CODE, "likewise")
            .query(
                "q",
                WireFields.NAME,
                "the EUID of a job or of anything that is about one, the beginning of a name,"
                    + " a worker's key, a correlation id, an EUID of its correlation or a barcode;"
                    + " where nothing goes by it, a part of a name, in any case")
            .query("view", VIEW, "a part of the queue; needs queue_key")
            .answers(ValueShape.of(SubjectPage.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(
                        engine
                            .reads()
                            .subjectLists()
                            .page(call.tenantId(), filter(call), call.limit(), call.cursor()))));
  }

  private static SubjectFilter filter(EndpointCall call) {
    return SubjectFilterBuilder.builder()
        .queueKey(call.text("queue_key"))
        .state(call.choice("state", ExecutionState.class))
        .site(call.text("site"))
        .platform(call.text("platform"))
        .assay(call.text("assay"))
        .templateCode(call.text("template_code"))
        .correlationId(call.text("correlation_id"))
        .refs(
            new CorrelationRefs(
                call.text("trx_euid"),
                call.text("accession_euid"),
                call.text("run_euid"),
                call.text("step_euid")))
        .search(call.text("q"))
        .view(call.choice("view", SubjectTab.class, SubjectTab::wire))
        .audience(WireFields.audience(call))
        .build();
  }
}

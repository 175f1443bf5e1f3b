package io.tapline.server.execution;

import io.tapline.api.Code;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.SubjectPage;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
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

  private final ReadModels reads;

  SubjectListEndpoints(Engine engine) {
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        WireFields.paged(Endpoint.get(ApiPaths.EXECUTION + "/subjects"))
            .summary(
                "Jobs in any state. The server examines a limited number for each page: a"
                    + " page may be short and have a next one")
            .query("queue_key", WireFields.KEY, "only items of this queue")
            .query(
                "queues",
                ValueShape.choice(WireFields.LISTED),
                "listed: only jobs of queues that GET /queues returns to the caller, with"
                    + " the same counts")
            .query("state", ValueShape.choice(ExecutionState.class), "only items in this state")
            .query("site", WireFields.NAME, "only jobs of this site")
            .query("platform", WireFields.NAME, "only jobs of this platform")
            .query("assay", WireFields.NAME, "only jobs of this assay")
            .query("template_code", WireFields.KEY, "only jobs of this template")
            .query("correlation_id", WireFields.KEY, "only items with this correlation id")
            .query("trx_euid", WireFields.CODE, "only jobs with this value in their correlation")
            .query("accession_euid", WireFields.CODE, "likewise")
            .query("run_euid", WireFields.CODE, "likewise")
            .query("step_euid", WireFields.CODE, "likewise")
            .query(
                "q",
                WireFields.NAME,
                "the EUID of a job or of one of its objects, the beginning of a name, the"
                    + " key of a worker, a correlation id, an EUID of the correlation, or a"
                    + " barcode; if nothing matches, a part of a name, in any case")
            .query("view", VIEW, "a part of the queue; requires queue_key")
            .answers(ValueShape.of(SubjectPage.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(
                        reads
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

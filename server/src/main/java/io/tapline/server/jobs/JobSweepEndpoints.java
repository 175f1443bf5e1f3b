package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.CANCEL_SUBJECT_EXECUTION;

import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Runs the periodic sweeps on request. */
@Component
final class JobSweepEndpoints implements EndpointGroup {

  private final Engine engine;

  JobSweepEndpoints(Engine engine) {
    this.engine = engine;
  }

  /** Number of jobs that a sweep changed. */
  public record Swept(int touched) {}

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post(JobFields.JOBS + "/lease-reaper")
            .summary("Settle all lapsed leases now, also while the kill switch is off")
            .access(EndpointAccess.of(ActionTable.of(CANCEL_SUBJECT_EXECUTION).roles()))
            .answers(ValueShape.of(Swept.class))
            .handledBy(call -> call.ok(new Swept(engine.settleLapses(call.tenantId())))),
        Endpoint.post(JobFields.JOBS + "/cleanup-sweep")
            .summary(
                "Clean finished jobs past the retention of their kind; no effect while the"
                    + " kill switch is off")
            .access(EndpointAccess.of(ActionTable.of(CANCEL_SUBJECT_EXECUTION).roles()))
            .answers(ValueShape.of(Swept.class))
            .handledBy(call -> call.ok(new Swept(engine.cleanUp(call.tenantId())))));
  }
}

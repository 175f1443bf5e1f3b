package io.tapline.server.execution;

import io.tapline.api.Code;
import io.tapline.api.PrincipalView;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** The principal of an EUID in evidence, for example of a hold or a resolved dead letter. */
@Component
final class PrincipalEndpoints implements EndpointGroup {

  private final ReadModels reads;

  PrincipalEndpoints(Engine engine) {
    this.reads = engine.reads();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(ApiPaths.EXECUTION + "/principals/{principal_euid}")
            .summary("A principal, by the EUID that evidence contains")
            .path("principal_euid", WireFields.KEY, "the principal")
            .answers(ValueShape.of(PrincipalView.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(
                call ->
                    call.ok(reads.principals().one(call.tenantId(), call.path("principal_euid")))));
  }
}

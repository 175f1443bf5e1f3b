package io.tapline.server.metrics;

import io.tapline.api.Role;
import io.tapline.server.database.TenantNames;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;

/** Metrics for users of one tenant. {@link MetricsPort} serves those of the whole server. */
@Component
final class MetricsEndpoints implements EndpointGroup {

  private final ServerMetrics metrics;
  private final TenantNames tenants;

  MetricsEndpoints(ServerMetrics metrics, TenantNames tenants) {
    this.metrics = metrics;
    this.tenants = tenants;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/metrics")
            .summary("Prometheus metrics of this server and of the caller's tenant")
            .access(EndpointAccess.of(EnumSet.of(Role.OPERATOR, Role.ADMIN)))
            .answers(new ValueShape.Plain("text/plain"))
            .handledBy(this::scrape));
  }

  private HttpAnswer scrape(EndpointCall call) {
    var bytes = metrics.text(tenants.nameOf(call.tenantId())).getBytes(StandardCharsets.UTF_8);
    return HttpAnswer.bytes(200, ServerMetrics.MEDIA_TYPE, bytes);
  }
}

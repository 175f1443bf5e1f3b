package io.tapline.server.watch;

import io.tapline.engine.model.Role;
import io.tapline.server.http.Access;
import io.tapline.server.http.Call;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.Shape;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;

/** Metrics for a tenant's own people. The whole server's are at {@link MetricsPort}. */
@Component
final class MetricsEndpoints implements EndpointGroup {

  private final Metrics metrics;
  private final TenantNames tenants;

  MetricsEndpoints(Metrics metrics, TenantNames tenants) {
    this.metrics = metrics;
    this.tenants = tenants;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/metrics")
            .summary("Prometheus metrics of this server and of the caller's tenant")
            .access(Access.of(EnumSet.of(Role.OPERATOR, Role.ADMIN)))
            .answers(new Shape.Plain("text/plain"))
            .handledBy(this::scrape));
  }

  private ServerResponse scrape(Call call) {
    var bytes = metrics.text(tenants.of(call.tenantId())).getBytes(StandardCharsets.UTF_8);
    return ServerResponse.ok()
        .contentType(MediaType.parseMediaType(Metrics.MEDIA_TYPE))
        .contentLength(bytes.length)
        .build(
            (request, response) -> {
              response.getOutputStream().write(bytes);
              return null;
            });
  }
}

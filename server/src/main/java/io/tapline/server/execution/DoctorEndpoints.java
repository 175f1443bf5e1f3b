package io.tapline.server.execution;

import io.tapline.server.actions.ApiPaths;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** The checks of a server and its database, for administrators. */
@Component
final class DoctorEndpoints implements EndpointGroup {

  private final Doctor doctor;

  DoctorEndpoints(Doctor doctor) {
    this.doctor = doctor;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(ApiPaths.EXECUTION + "/doctor")
            .summary("Diagnosis of the server: database, schema, rights, settings and query plans")
            .access(EndpointAccess.ADMIN)
            .answers(ValueShape.of(Doctor.Report.class))
            .handledBy(call -> call.ok(doctor.examine(call.tenantId()))));
  }
}

package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.SWITCH_SUBSTRATE;

import io.tapline.api.JobSwitch;
import io.tapline.api.Switched;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.engine.Engine;
import io.tapline.engine.model.TenantSetting;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;

/** Reads and sets the kill switch of a tenant. */
@Component
final class JobSwitchEndpoints implements EndpointGroup {

  private static final String SWITCH = JobFields.JOBS + "/switch";

  private final Engine engine;

  JobSwitchEndpoints(Engine engine) {
    this.engine = engine;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(read(), turn());
  }

  private Endpoint read() {
    return Endpoint.get(SWITCH)
        .summary("Whether new jobs are accepted: the kill switch " + TenantSetting.SUBSTRATE)
        .answers(ValueShape.of(JobSwitch.class))
        .handledBy(
            call -> call.ok(position(engine.reads().substrate().killSwitch(call.tenantId()))));
  }

  private Endpoint turn() {
    return JobFields.verb(
            SWITCH,
            SWITCH_SUBSTRATE,
            "The kill switch "
                + TenantSetting.SUBSTRATE
                + ": while it is off, no new jobs are accepted and no sweep changes anything",
            SwitchSubstrate.class)
        .answers(ValueShape.of(Switched.class))
        .handledBy(this::turn);
  }

  private HttpAnswer turn(EndpointCall call) throws IOException {
    var command = ActionRequests.body(call, SwitchSubstrate.class, SWITCH_SUBSTRATE);
    var answer = engine.execute(call.caller(), command);
    return call.ok(
        new Switched(
            TenantSetting.SUBSTRATE,
            answer.document().path("enabled").asBoolean(),
            answer.replayed()));
  }

  private static JobSwitch position(TenantSetting.Note note) {
    return new JobSwitch(
        note.settingKey(),
        note.enabled(),
        note.revision(),
        note.changedBy(),
        note.changedAt(),
        note.reason());
  }
}

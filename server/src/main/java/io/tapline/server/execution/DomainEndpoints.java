package io.tapline.server.execution;

import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.PreconditionTarget;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.AnswerShapes;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.actions.SchemaFields;
import io.tapline.server.actions.WireFields;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** One endpoint for each action that a pack defines. */
@Component
final class DomainEndpoints implements EndpointGroup {

  /** Every refusal of starting and finishing work. */
  private static final Code[] REFUSALS = {
    Code.SUBJECT_HELD,
    Code.SUBJECT_TERMINAL,
    Code.STATE_CONFLICT,
    Code.REVISION_CONFLICT,
    Code.INVALID_TRANSITION,
    Code.ALREADY_LEASED,
    Code.SUBSTRATE_DISABLED,
    Code.PAYLOAD_REFUSED
  };

  private static final Code[] UNDER_LEASE = {
    Code.NOT_LEASE_OWNER,
    Code.LEASE_EXPIRED,
    Code.LEASE_NOT_ACTIVE,
    Code.ALREADY_LEASED,
    Code.NOT_VISIBLE,
    Code.QUEUE_DISABLED,
    Code.MANUAL_ONLY,
    Code.WORKER_DRAINING,
    Code.WORKER_DISABLED,
    Code.CAPABILITY_MISMATCH,
    Code.SCOPE_MISMATCH,
    Code.LEASE_LIMIT_REACHED
  };

  private final Engine engine;
  private final ActionRequests actions;

  DomainEndpoints(Engine engine, ActionRequests actions) {
    this.engine = engine;
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return engine.domainActions().stream().map(this::endpoint).toList();
  }

  private Endpoint endpoint(DomainAction action) {
    var key = new DomainKey(action.key());
    var endpoint =
        actions
            .declare(
                path(action),
                action.roles(),
                action.summary(),
                AnswerShapes.ofPack(),
                action.target() == ActionTarget.NOTHING
                    ? PreconditionTarget.NOTHING
                    : PreconditionTarget.SUBJECT,
                fields(action))
            .refuses(REFUSALS);
    if (action.target() == ActionTarget.LEASE) {
      endpoint.refuses(UNDER_LEASE).share(ConnectionShare.ENDING);
    }
    return endpoint.handledBy(
        call -> call.ok(engine.execute(call.caller(), actions.perform(call, key, call.body()))));
  }

  static String path(DomainAction action) {
    return action.key().replace('_', '-');
  }

  private static List<ApiField> fields(DomainAction action) {
    var fields = new ArrayList<ApiField>();
    if (action.target() == ActionTarget.LEASE) {
      fields.add(
          ApiField.optional(
              "subject_euid", WireFields.KEY, "the job; default: the job of the lease"));
      fields.add(
          ApiField.optional(
              "worker_euid", WireFields.KEY, "the worker; default: the worker of the lease"));
      fields.add(
          ApiField.optional(
              "lease_euid",
              WireFields.KEY,
              "the lease; default: one that the worker holds on the job, or a new one for"
                  + " this action"));
    } else if (action.target() == ActionTarget.SUBJECT) {
      fields.add(WireFields.SUBJECT);
    }
    fields.add(RequestShapes.field(PerformAction.class, "reason"));
    if (action.target() != ActionTarget.NOTHING) {
      fields.addAll(RequestShapes.of(StatePrecondition.class));
    }
    fields.addAll(SchemaFields.of(action.fields()));
    return fields;
  }
}

package io.tapline.server.lab;

import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.StatePrecondition;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;

/** Enqueue, requeue, leases and holds of materials, under the names of this API. */
@Component
final class AtlasQueueEndpoints implements EndpointGroup {

  private static final String RESERVATION = "RESERVATION";

  private static final EndpointAccess WORKERS = EndpointAccess.of(EnumSet.allOf(Role.class));
  private static final EndpointAccess OPERATORS =
      EndpointAccess.of(EnumSet.of(Role.OPERATOR, Role.ADMIN));
  private static final EndpointAccess PRODUCERS =
      EndpointAccess.of(EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE));

  private final AtlasSupport atlasSupport;

  AtlasQueueEndpoints(AtlasSupport atlasSupport) {
    this.atlasSupport = atlasSupport;
  }

  @Override
  public List<Endpoint> endpoints() {
    return atlasSupport.served()
        ? List.of(enqueue(), claim(), releaseClaim(), reserve(), releaseReservation())
        : List.of();
  }

  private Endpoint enqueue() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/queues/{queue_key}/items/{material_euid}"),
            List.of(AtlasSupport.METADATA))
        .summary(
            "Send a material to a queue; moving it from another queue requires an operator,"
                + " and a finished material a separate Idempotency-Key")
        .refuses(Code.SUBSTRATE_DISABLED)
        .access(PRODUCERS)
        .path("queue_key", AtlasSupport.KEY, "the queue")
        .path("material_euid", AtlasSupport.KEY, "the material")
        .answers(ValueShape.of(AtlasAnswers.AtlasQueueItem.class))
        .handledBy(this::enqueue);
  }

  private HttpAnswer enqueue(EndpointCall call) throws IOException {
    var body = new AtlasBody(call.body());
    var metadata = body.object("metadata");
    body.nothingElse();
    var key = call.path("queue_key");
    var material =
        atlasSupport.object(call, call.path("material_euid"), "material_euid", "content/");
    var fields = Json.object().put("queue_key", key);
    // Without a key, the request may be a repetition; only a key shows that it is another one.
    if (atlasSupport.idempotencyKey(call) != null) {
      fields.put("again", true);
    }
    if (!metadata.isEmpty()) {
      fields.set("metadata", metadata);
    }
    var answer =
        atlasSupport.perform(
            call,
            "material_euid",
            atlasSupport
                .command(call, "send_to_queue")
                .subjectEuid(material.euid())
                .fields(fields)
                .build());
    var document = answer.document();
    return call.ok(
        new AtlasAnswers.AtlasQueueItem(
            material.euid(),
            document.path("queue_euid").asString(),
            key,
            document.path("previous_queue").asString(null),
            key,
            document.path("metadata"),
            answer.replayed() || document.path("was_there").asBoolean()));
  }

  private Endpoint claim() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/queues/{queue_key}/items/{material_euid}/claim"),
            List.of(
                AtlasSupport.METADATA,
                AtlasSupport.REASON,
                RequestShapes.field(Claim.class, "not_after")))
        .summary("Claim a material")
        .refuses(Code.CLAIM_TOO_LATE)
        .access(WORKERS)
        .path("queue_key", AtlasSupport.KEY, "the queue")
        .path("material_euid", AtlasSupport.KEY, "the material")
        .answers(ValueShape.of(AtlasAnswers.AtlasClaimed.class))
        .handledBy(this::claim);
  }

  private HttpAnswer claim(EndpointCall call) throws IOException {
    var body = new AtlasBody(call.body());
    var metadata = body.object("metadata");
    var reason = body.text("reason");
    var latest = body.time("not_after");
    body.nothingElse();
    if (reason != null) {
      metadata = metadata.deepCopy().put("reason", reason);
    }
    var claim =
        ClaimBuilder.builder()
            .meta(atlasSupport.meta(call))
            .workerEuid(atlasSupport.worker(call))
            .queueKey(call.path("queue_key"))
            .subjectEuid(call.path("material_euid"))
            .maxItems(1)
            .payload(metadata.isEmpty() ? null : metadata)
            .build()
            .until(latest);
    var answer = atlasSupport.engine().claim(call.caller(), claim);
    var lease = answer.claims().get(0).leaseEuid();
    return call.ok(
        new AtlasAnswers.AtlasClaimed(
            lease,
            claim.subjectEuid(),
            claim.queueKey(),
            lease,
            "active",
            metadata,
            answer.replayed()));
  }

  private Endpoint releaseClaim() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/claims/{claim_euid}/release"),
            List.of(AtlasSupport.REASON, AtlasSupport.METADATA))
        .share(ConnectionShare.ENDING)
        .summary("Release a material")
        .access(WORKERS)
        .path("claim_euid", AtlasSupport.KEY, "the claim")
        .answers(ValueShape.of(AtlasAnswers.AtlasClaimed.class))
        .handledBy(this::releaseClaim);
  }

  private HttpAnswer releaseClaim(EndpointCall call) throws IOException {
    var remarks = AtlasBody.remarks(call);
    var lease = call.path("claim_euid");
    var answer =
        atlasSupport
            .engine()
            .execute(
                call.caller(),
                new Release(
                    atlasSupport.meta(call),
                    atlasSupport.worker(call),
                    lease,
                    StatePrecondition.NOTHING,
                    false,
                    remarks.reasonOr("given back"),
                    remarks.stored()));
    return call.ok(
        new AtlasAnswers.AtlasClaimed(
            lease,
            answer.subjectEuid(),
            answer.queueKey(),
            lease,
            "released",
            remarks.metadata(),
            answer.replayed()));
  }

  private Endpoint reserve() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/materials/{material_euid}/reservations"),
            List.of(AtlasSupport.REASON, AtlasSupport.METADATA))
        .summary("Reserve a material; no stage can use it until the release")
        .access(OPERATORS)
        .path("material_euid", AtlasSupport.KEY, "the material")
        .answers(ValueShape.of(AtlasAnswers.AtlasReservation.class))
        .handledBy(this::reserve);
  }

  private HttpAnswer reserve(EndpointCall call) throws IOException {
    var remarks = AtlasBody.remarks(call);
    var material = call.path("material_euid");
    var answer =
        atlasSupport
            .engine()
            .execute(
                call.caller(),
                new PlaceHold(
                    atlasSupport.meta(call),
                    material,
                    StatePrecondition.NOTHING,
                    null,
                    RESERVATION,
                    remarks.reasonOr("reserved"),
                    remarks.stored()));
    return call.ok(
        new AtlasAnswers.AtlasReservation(
            answer.holdEuid(), material, "active", remarks.metadata(), answer.replayed()));
  }

  private Endpoint releaseReservation() {
    return AtlasSupport.declared(
            Endpoint.post(AtlasSupport.PATH + "/reservations/{reservation_euid}/release"),
            List.of(AtlasSupport.REASON, AtlasSupport.METADATA))
        .summary("Release a reservation")
        .access(OPERATORS)
        .path("reservation_euid", AtlasSupport.KEY, "the reservation")
        .answers(ValueShape.of(AtlasAnswers.AtlasReservation.class))
        .handledBy(this::releaseReservation);
  }

  private HttpAnswer releaseReservation(EndpointCall call) throws IOException {
    var remarks = AtlasBody.remarks(call);
    var hold = call.path("reservation_euid");
    var answer =
        atlasSupport
            .engine()
            .execute(
                call.caller(),
                new ReleaseHold(
                    atlasSupport.meta(call),
                    StatePrecondition.NOTHING,
                    hold,
                    remarks.reasonOr("released"),
                    remarks.stored()));
    return call.ok(
        new AtlasAnswers.AtlasReservation(
            hold, answer.subjectEuid(), "released", remarks.metadata(), answer.replayed()));
  }
}

package io.tapline.server.atlas;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.domain.Known;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.Role;
import io.tapline.packs.wetlab.WetLabPack;
import io.tapline.server.http.Access;
import io.tapline.server.http.Call;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.Shape;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.JsonNode;

/**
 * Materials are queued, claimed and reserved: enqueue, requeue, leases and holds by other names.
 */
@Component
final class AtlasQueueEndpoints implements EndpointGroup {

  private static final String RESERVATION = "RESERVATION";

  private static final Access WORKERS =
      Access.of(EnumSet.of(Role.WORKER_SERVICE, Role.WORKER_HUMAN, Role.ADMIN));
  private static final Access OPERATORS = Access.of(EnumSet.of(Role.OPERATOR, Role.ADMIN));
  private static final Access PRODUCERS =
      Access.of(EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE));

  private final Atlas atlas;

  AtlasQueueEndpoints(Atlas atlas) {
    this.atlas = atlas;
  }

  @Override
  public List<Endpoint> endpoints() {
    return atlas.served()
        ? List.of(enqueue(), claim(), releaseClaim(), reserve(), releaseReservation())
        : List.of();
  }

  private Endpoint enqueue() {
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/queues/{queue_key}/items/{material_euid}"),
            List.of(Atlas.METADATA))
        .summary("Send a material to a queue; from another queue only an operator may")
        .access(PRODUCERS)
        .path("queue_key", Atlas.KEY, "the queue")
        .path("material_euid", Atlas.KEY, "the material")
        .answers(Shape.of(AtlasAnswers.AtlasQueueItem.class))
        .handledBy(this::enqueue);
  }

  private ServerResponse enqueue(Call call) throws IOException {
    var body = new AtlasBody(call.body());
    var metadata = body.object("metadata");
    body.nothingElse();
    var key = call.path("queue_key");
    var queue = atlas.engine().reads().queues().one(call.tenantId(), key);
    var material = atlas.object(call, call.path("material_euid"), "material_euid", "content/");
    var before = material.execution().nextQueueKey();
    boolean replayed = waits(material, key) || send(call, material, key, metadata);
    return call.ok(
        new AtlasAnswers.AtlasQueueItem(
            material.euid(), queue.queueEuid(), key, before, key, metadata, replayed));
  }

  private static boolean waits(Known material, String queueKey) {
    return material.execution().state() == ExecutionState.READY
        && queueKey.equals(material.execution().nextQueueKey());
  }

  private boolean send(Call call, Known material, String queueKey, JsonNode metadata) {
    var next = WetLabPack.actionOf(queueKey);
    var meta = atlas.meta(call);
    var command =
        material.execution().state() == ExecutionState.PENDING
            ? new Enqueue(
                meta,
                null,
                material.euid(),
                null,
                null,
                queueKey,
                next,
                null,
                null,
                null,
                null,
                null)
            : new Requeue(
                meta,
                material.euid(),
                Expect.NOTHING,
                queueKey,
                next,
                null,
                null,
                null,
                false,
                Atlas.reason(null, "sent to " + queueKey, metadata));
    return atlas.engine().execute(call.caller(), command).replayed();
  }

  private Endpoint claim() {
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/queues/{queue_key}/items/{material_euid}/claim"),
            List.of(Atlas.METADATA, Atlas.REASON))
        .summary("Take one material up")
        .access(WORKERS)
        .path("queue_key", Atlas.KEY, "the queue")
        .path("material_euid", Atlas.KEY, "the material")
        .answers(Shape.of(AtlasAnswers.AtlasClaimed.class))
        .handledBy(this::claim);
  }

  private ServerResponse claim(Call call) throws IOException {
    var body = new AtlasBody(call.body());
    var metadata = body.object("metadata");
    var reason = body.text("reason");
    body.nothingElse();
    if (reason != null) {
      metadata = metadata.deepCopy().put("reason", reason);
    }
    var claim =
        new Claim(
            atlas.meta(call),
            atlas.worker(call),
            call.path("queue_key"),
            call.path("material_euid"),
            1,
            false,
            metadata.isEmpty() ? null : metadata);
    var answer = atlas.engine().claim(call.caller(), claim);
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
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/claims/{claim_euid}/release"),
            List.of(Atlas.REASON, Atlas.METADATA))
        .summary("Give a material back")
        .access(WORKERS)
        .path("claim_euid", Atlas.KEY, "the claim")
        .answers(Shape.of(AtlasAnswers.AtlasClaimed.class))
        .handledBy(this::releaseClaim);
  }

  private ServerResponse releaseClaim(Call call) throws IOException {
    var body = new AtlasBody(call.body());
    var reason = body.text("reason");
    var metadata = body.object("metadata");
    body.nothingElse();
    var lease = call.path("claim_euid");
    var answer =
        atlas
            .engine()
            .execute(
                call.caller(),
                new Release(
                    atlas.meta(call),
                    atlas.worker(call),
                    lease,
                    Expect.NOTHING,
                    false,
                    Atlas.reason(reason, "given back", metadata)));
    return call.ok(
        new AtlasAnswers.AtlasClaimed(
            lease,
            answer.subjectEuid(),
            answer.queueKey(),
            lease,
            "released",
            metadata,
            answer.replayed()));
  }

  private Endpoint reserve() {
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/materials/{material_euid}/reservations"),
            List.of(Atlas.REASON, Atlas.METADATA))
        .summary("Reserve a material: no stage can use it until it is released")
        .access(OPERATORS)
        .path("material_euid", Atlas.KEY, "the material")
        .answers(Shape.of(AtlasAnswers.AtlasReservation.class))
        .handledBy(this::reserve);
  }

  private ServerResponse reserve(Call call) throws IOException {
    var body = new AtlasBody(call.body());
    var reason = body.text("reason");
    var metadata = body.object("metadata");
    body.nothingElse();
    var material = call.path("material_euid");
    var answer =
        atlas
            .engine()
            .execute(
                call.caller(),
                new PlaceHold(
                    atlas.meta(call),
                    material,
                    Expect.NOTHING,
                    null,
                    RESERVATION,
                    Atlas.reason(reason, "reserved", metadata)));
    return call.ok(
        new AtlasAnswers.AtlasReservation(
            answer.holdEuid(), material, "active", metadata, answer.replayed()));
  }

  private Endpoint releaseReservation() {
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/reservations/{reservation_euid}/release"),
            List.of(Atlas.REASON, Atlas.METADATA))
        .summary("Let a reserved material go")
        .access(OPERATORS)
        .path("reservation_euid", Atlas.KEY, "the reservation")
        .answers(Shape.of(AtlasAnswers.AtlasReservation.class))
        .handledBy(this::releaseReservation);
  }

  private ServerResponse releaseReservation(Call call) throws IOException {
    var body = new AtlasBody(call.body());
    var reason = body.text("reason");
    var metadata = body.object("metadata");
    body.nothingElse();
    var hold = call.path("reservation_euid");
    var answer =
        atlas
            .engine()
            .execute(
                call.caller(),
                new ReleaseHold(
                    atlas.meta(call),
                    Expect.NOTHING,
                    hold,
                    Atlas.reason(reason, "released", metadata)));
    return call.ok(
        new AtlasAnswers.AtlasReservation(
            hold, answer.subjectEuid(), "released", metadata, answer.replayed()));
  }
}

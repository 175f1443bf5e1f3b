package io.tapline.server.atlas;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Role;
import io.tapline.server.api.Actions;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Access;
import io.tapline.server.http.Call;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.Shape;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerResponse;
import tools.jackson.databind.node.ObjectNode;

/**
 * Materials are queued, claimed and reserved: enqueue, requeue, leases and holds by other names.
 */
@Component
final class AtlasQueueEndpoints implements EndpointGroup {

  private static final String RESERVATION = "RESERVATION";

  private static final Access WORKERS = Access.of(EnumSet.allOf(Role.class));
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
        .summary(
            "Send a material to a queue; from another queue only an operator may, and what is"
                + " finished only with an Idempotency-Key of its own")
        .refuses(Code.SUBSTRATE_DISABLED)
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
    var material = atlas.object(call, call.path("material_euid"), "material_euid", "content/");
    var fields = Json.object().put("queue_key", key);
    // Sent without a key it may be a repetition: only a key says that it is another request.
    if (atlas.idempotencyKey(call) != null) {
      fields.put("again", true);
    }
    if (!metadata.isEmpty()) {
      fields.set("metadata", metadata);
    }
    var answer =
        atlas.perform(
            call, "send_to_queue", "material_euid", material.euid(), null, null, null, fields);
    var told = answer.document();
    return call.ok(
        new AtlasAnswers.AtlasQueueItem(
            material.euid(),
            told.path("queue_euid").asString(),
            key,
            told.path("previous_queue").asString(null),
            key,
            told.path("metadata"),
            answer.replayed() || told.path("was_there").asBoolean()));
  }

  private Endpoint claim() {
    return Atlas.declared(
            Endpoint.post(Atlas.PATH + "/queues/{queue_key}/items/{material_euid}/claim"),
            List.of(Atlas.METADATA, Atlas.REASON, Actions.NOT_AFTER))
        .summary("Take one material up")
        .refuses(Code.CLAIM_TOO_LATE)
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
    var latest = body.time("not_after");
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
                metadata.isEmpty() ? null : metadata)
            .until(latest);
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
        .share(ConnectionShare.ENDING)
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
                    StatePrecondition.NOTHING,
                    false,
                    reason == null ? "given back" : reason,
                    kept(metadata)));
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
                    StatePrecondition.NOTHING,
                    null,
                    RESERVATION,
                    reason == null ? "reserved" : reason,
                    kept(metadata)));
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
                    StatePrecondition.NOTHING,
                    hold,
                    reason == null ? "released" : reason,
                    kept(metadata)));
    return call.ok(
        new AtlasAnswers.AtlasReservation(
            hold, answer.subjectEuid(), "released", metadata, answer.replayed()));
  }

  /** Nothing is kept of nothing. */
  private static ObjectNode kept(ObjectNode metadata) {
    return metadata.isEmpty() ? null : metadata;
  }
}

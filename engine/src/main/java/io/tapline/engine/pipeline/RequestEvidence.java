package io.tapline.engine.pipeline;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.request.Command;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.OperatorCommand;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.SubjectCommand;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/**
 * The part of the evidence that describes the request.
 *
 * @param verb the engine's own action that a pack's action used; null for all others
 * @param workerEuid the worker of a pack's action that creates an object, with {@code leaseEuid}
 * @param target the object that the request named, when it is not the subject; the key belongs to
 *     it
 * @param metadata the metadata of the request beside the reason
 * @param byWorker whether the link to the worker identifies the actor
 */
@RecordBuilder
public record RequestEvidence(
    ActionName action,
    ActionKey verb,
    RequestMeta meta,
    String payloadHash,
    String reason,
    boolean override,
    boolean byWorker,
    String workerEuid,
    String leaseEuid,
    String target,
    JsonNode metadata) {

  /** A copy whose key belongs to another object than the subject. */
  public RequestEvidence on(String named) {
    return RequestEvidenceBuilder.builder(this).target(named).build();
  }

  private RequestEvidence with(JsonNode given) {
    return RequestEvidenceBuilder.builder(this).metadata(given).build();
  }

  public static RequestEvidence of(HashedCommand request) {
    var command = (SubjectCommand) request.command();
    if (command instanceof LeaseCommand verb) {
      return RequestEvidenceBuilder.builder()
          .action(verb.action())
          .meta(verb.meta())
          .payloadHash(request.hash())
          .reason(verb.reason())
          .override(verb.override())
          .byWorker(!verb.override())
          .build()
          .with(verb instanceof Release release ? release.metadata() : null);
    }
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .meta(command.meta())
        .payloadHash(request.hash())
        .reason(((OperatorCommand) command).reason())
        .override(command instanceof Requeue requeue && requeue.override())
        .build()
        .with(metadata(command));
  }

  private static JsonNode metadata(SubjectCommand command) {
    if (command instanceof PlaceHold hold) {
      return hold.metadata();
    }
    if (command instanceof ExternalResult result) {
      // A dispatch accepts one result; the reference finds a second one.
      return Json.object().put("external_ref", result.externalRef());
    }
    return command instanceof ReleaseHold release ? release.metadata() : null;
  }

  /** Evidence of new work, which needs no reason. */
  public static RequestEvidence of(Command command, String payloadHash, String target) {
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .meta(command.meta())
        .payloadHash(payloadHash)
        .target(target)
        .build();
  }
}

package io.tapline.engine.pipeline;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.OperatorCommand;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionName;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/**
 * What the evidence says of a request, beside what it changed.
 *
 * @param verb the engine's own action that a pack's action made use of; null for all others
 * @param workerEuid who made something new, and under which lease, where a pack's action does
 * @param target what the request named, when it is not the subject; its key belongs to it
 * @param metadata what came with it beside the reason
 * @param byWorker whether the worker's own link says who did it
 */
@RecordBuilder
record RequestEvidence(
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

  /** The same, whose key belongs to something else than the subject. */
  RequestEvidence on(String named) {
    return RequestEvidenceBuilder.builder(this).target(named).build();
  }

  private RequestEvidence with(JsonNode given) {
    return RequestEvidenceBuilder.builder(this).metadata(given).build();
  }

  static RequestEvidence of(BatchItem item) {
    SubjectCommand command = item.command();
    if (command instanceof LeaseCommand verb) {
      return RequestEvidenceBuilder.builder()
          .action(verb.action())
          .meta(verb.meta())
          .payloadHash(item.payloadHash())
          .reason(verb.reason())
          .override(verb.override())
          .byWorker(!verb.override())
          .build()
          .with(verb instanceof Release release ? release.metadata() : null);
    }
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .meta(command.meta())
        .payloadHash(item.payloadHash())
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
      // A dispatch takes one result: by this a second one is found.
      return Json.object().put("external_ref", result.externalRef());
    }
    return command instanceof ReleaseHold release ? release.metadata() : null;
  }

  /** New work, which nobody need give a reason for. */
  static RequestEvidence of(Command command, String payloadHash) {
    return RequestEvidenceBuilder.builder()
        .action(command.action())
        .meta(command.meta())
        .payloadHash(payloadHash)
        .build();
  }
}

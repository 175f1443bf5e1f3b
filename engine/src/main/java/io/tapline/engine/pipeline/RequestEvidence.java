package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
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

  RequestEvidence(
      ActionName action,
      ActionKey verb,
      RequestMeta meta,
      String payloadHash,
      String reason,
      boolean override,
      boolean byWorker) {
    this(action, verb, meta, payloadHash, reason, override, byWorker, null, null, null, null);
  }

  /** The same, whose key belongs to something else than the subject. */
  RequestEvidence on(String named) {
    return new RequestEvidence(
        action,
        verb,
        meta,
        payloadHash,
        reason,
        override,
        byWorker,
        workerEuid,
        leaseEuid,
        named,
        metadata);
  }

  private RequestEvidence with(JsonNode given) {
    return new RequestEvidence(
        action,
        verb,
        meta,
        payloadHash,
        reason,
        override,
        byWorker,
        workerEuid,
        leaseEuid,
        target,
        given);
  }

  static RequestEvidence of(BatchItem item) {
    SubjectCommand command = item.command();
    if (command instanceof LeaseCommand verb) {
      return new RequestEvidence(
              verb.action(),
              null,
              verb.meta(),
              item.payloadHash(),
              verb.reason(),
              verb.override(),
              !verb.override())
          .with(verb instanceof Release release ? release.metadata() : null);
    }
    return new RequestEvidence(
            command.action(),
            null,
            command.meta(),
            item.payloadHash(),
            ((OperatorCommand) command).reason(),
            command instanceof Requeue requeue && requeue.override(),
            false)
        .with(metadata(command));
  }

  private static JsonNode metadata(SubjectCommand command) {
    if (command instanceof PlaceHold hold) {
      return hold.metadata();
    }
    return command instanceof ReleaseHold release ? release.metadata() : null;
  }

  /** New work, which nobody need give a reason for. */
  static RequestEvidence of(Command command, String payloadHash) {
    return new RequestEvidence(
        command.action(), null, command.meta(), payloadHash, null, false, false);
  }
}

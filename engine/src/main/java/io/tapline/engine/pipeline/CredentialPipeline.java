package io.tapline.engine.pipeline;

import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.CreateToken;
import io.tapline.engine.command.CredentialCommand;
import io.tapline.engine.command.OpenSession;
import io.tapline.engine.command.RevokeToken;
import io.tapline.engine.decide.CredentialDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Credential;
import io.tapline.engine.model.CredentialNote;
import io.tapline.engine.model.CredentialView;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.model.SessionsEnded;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;

/** Executes the actions on tokens and sessions. */
final class CredentialPipeline {

  private final PipelineContext context;

  CredentialPipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, CredentialCommand command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) ->
            command instanceof CloseSession close && close.everywhere()
                ? everywhere(tx, caller, actorUid, close, hash)
                : attempt(tx, caller, actorUid, command, hash));
  }

  /** One action on all sessions of one principal. */
  private ItemOutcome everywhere(
      Tx tx, Caller caller, long actorUid, CloseSession command, String hash) throws SQLException {
    var refusal = CredentialDecision.everywhere(command, caller);
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    var sessions = CredentialRows.lockSessionsOf(tx, context.templates(), command.principal());
    var replayed = IdempotentRetry.before(tx, command, hash, actorUid);
    if (replayed != null) {
      return replayed;
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 1);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    for (var session : sessions) {
      var decided = CredentialDecision.on(command, caller, session, null, clockAndIds.now());
      writer.reregister(session.uid(), decided.note());
    }
    var euids = sessions.stream().map(Credential::euid).toList();
    var ended = new SessionsEnded(command.principal(), euids.size(), euids);
    var uids = sessions.stream().map(Credential::uid).toList();
    var answer = act(tx, caller, actorUid, command, hash, uids, ended, clockAndIds, writer);
    writer.write();
    return ItemOutcome.of(answer);
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, CredentialCommand command, String hash)
      throws SQLException {
    var existing =
        command.credentialEuid() == null
            ? null
            : CredentialRows.lock(tx, context.templates(), kind(command), command.credentialEuid());
    var replayed = IdempotentRetry.before(tx, command, hash, actorUid);
    if (replayed != null) {
      return replayed;
    }
    var token = tokenOf(tx, command);
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    var decided = CredentialDecision.on(command, caller, existing, token, clockAndIds.now());
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var ref = write(tx, command, existing, token, decided.note(), clockAndIds, writer);
    var view =
        kind(command).equals(TemplateCache.TOKEN)
            ? CredentialView.token(ref.euid(), decided.note(), clockAndIds.now())
            : SessionView.of(ref.euid(), decided.note(), clockAndIds.now());
    var answer =
        act(tx, caller, actorUid, command, hash, List.of(ref.uid()), view, clockAndIds, writer);
    writer.write();
    return ItemOutcome.of(answer);
  }

  private static String kind(CredentialCommand command) {
    return command instanceof CreateToken || command instanceof RevokeToken
        ? TemplateCache.TOKEN
        : TemplateCache.SESSION;
  }

  /** Locks the token, so that no session is opened with a token that is being revoked. */
  private Credential tokenOf(Tx tx, CredentialCommand command) throws SQLException {
    return command instanceof OpenSession open && open.tokenEuid() != null
        ? CredentialRows.lock(tx, context.templates(), TemplateCache.TOKEN, open.tokenEuid())
        : null;
  }

  private ObjectRef write(
      Tx tx,
      CredentialCommand command,
      Credential existing,
      Credential token,
      CredentialNote note,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    if (existing != null) {
      writer.reregister(existing.uid(), note);
      return new ObjectRef(existing.uid(), existing.euid());
    }
    var template = context.templates().template(tx, kind(command));
    var ref = clockAndIds.next(template);
    writer.register(ref, template, note.name(), note);
    if (token != null) {
      writer.link(new Link(token.uid(), LinkTypes.TOKEN_SESSION, ref.uid()));
    }
    return ref;
  }

  private ActionAnswer act(
      Tx tx,
      Caller caller,
      long actorUid,
      CredentialCommand command,
      String hash,
      List<Long> on,
      Object result,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    var ref = clockAndIds.next(template);
    var note = note(caller, command, hash, result);
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(actorUid)
            .note(note)
            .build());
    if (!command.action().pulse()) {
      // A pulse is deleted later, and a link to it would refer to nothing.
      on.forEach(uid -> writer.link(new Link(ref.uid(), LinkTypes.EXECUTED_ON, uid)));
    }
    return ActionAnswer.of(ref.euid(), note, false);
  }

  private ActionNote note(Caller caller, CredentialCommand command, String hash, Object result) {
    return RegistryRecorder.note(
        context, caller, command, hash, "actor", result, command.reason(), null);
  }
}

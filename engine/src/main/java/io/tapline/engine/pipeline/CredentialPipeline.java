package io.tapline.engine.pipeline;

import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.CreateToken;
import io.tapline.engine.command.CredentialCommand;
import io.tapline.engine.command.OpenSession;
import io.tapline.engine.command.RevokeToken;
import io.tapline.engine.decide.CredentialDecision;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Credential;
import io.tapline.engine.model.CredentialNote;
import io.tapline.engine.model.CredentialView;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.model.SessionsEnded;
import io.tapline.engine.store.Credentials;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;

/** Who may come in is decided by actions like anything else, and leaves the same evidence. */
final class CredentialPipeline {

  private final Context context;

  CredentialPipeline(Context context) {
    this.context = context;
  }

  Outcome run(Caller caller, CredentialCommand command) {
    return Twins.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) ->
            command instanceof CloseSession close && close.everywhere()
                ? everywhere(tx, caller, actorUid, close, hash)
                : attempt(tx, caller, actorUid, command, hash));
  }

  /** One action over all of someone's sessions. */
  private Outcome everywhere(Tx tx, Caller caller, long actorUid, CloseSession command, String hash)
      throws SQLException {
    var refusal = CredentialDecision.everywhere(command, caller);
    if (refusal != null) {
      return Outcome.of(refusal);
    }
    var sessions = Credentials.lockSessionsOf(tx, context.kinds(), command.principal());
    var replayed = Twins.before(tx, command, hash, actorUid);
    if (replayed != null) {
      return replayed;
    }
    var drawn = Drawn.underLock(tx, context.kinds(), 1);
    var writer = new Writer(tx, context.kinds(), drawn);
    for (var session : sessions) {
      var decided = CredentialDecision.on(command, caller, session, null, drawn.now());
      writer.reregister(session.uid(), decided.note());
    }
    var euids = sessions.stream().map(Credential::euid).toList();
    var ended = new SessionsEnded(command.principal(), euids.size(), euids);
    var uids = sessions.stream().map(Credential::uid).toList();
    var answer = act(tx, caller, actorUid, command, hash, uids, ended, drawn, writer);
    writer.write();
    return Outcome.of(answer);
  }

  private Outcome attempt(
      Tx tx, Caller caller, long actorUid, CredentialCommand command, String hash)
      throws SQLException {
    var existing =
        command.credentialEuid() == null
            ? null
            : Credentials.lock(tx, context.kinds(), kind(command), command.credentialEuid());
    var replayed = Twins.before(tx, command, hash, actorUid);
    if (replayed != null) {
      return replayed;
    }
    var token = tokenOf(tx, command);
    var drawn = Drawn.underLock(tx, context.kinds(), 2);
    var decided = CredentialDecision.on(command, caller, existing, token, drawn.now());
    if (decided.refusal() != null) {
      return Outcome.of(decided.refusal());
    }
    var writer = new Writer(tx, context.kinds(), drawn);
    var ref = write(tx, command, existing, token, decided.note(), drawn, writer);
    var view =
        kind(command).equals(Kinds.TOKEN)
            ? CredentialView.token(ref.euid(), decided.note(), drawn.now())
            : SessionView.of(ref.euid(), decided.note(), drawn.now());
    var answer = act(tx, caller, actorUid, command, hash, List.of(ref.uid()), view, drawn, writer);
    writer.write();
    return Outcome.of(answer);
  }

  private static String kind(CredentialCommand command) {
    return command instanceof CreateToken || command instanceof RevokeToken
        ? Kinds.TOKEN
        : Kinds.SESSION;
  }

  /** Locked, so that a session is not opened with a token that is being revoked. */
  private Credential tokenOf(Tx tx, CredentialCommand command) throws SQLException {
    return command instanceof OpenSession open && open.tokenEuid() != null
        ? Credentials.lock(tx, context.kinds(), Kinds.TOKEN, open.tokenEuid())
        : null;
  }

  private Ref write(
      Tx tx,
      CredentialCommand command,
      Credential existing,
      Credential token,
      CredentialNote note,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    if (existing != null) {
      writer.reregister(existing.uid(), note);
      return new Ref(existing.uid(), existing.euid());
    }
    var template = context.kinds().of(tx, kind(command));
    var ref = drawn.next(template);
    writer.register(ref, template, note.name(), note);
    if (token != null) {
      writer.link(new Link(token.uid(), Relationship.TOKEN_SESSION, ref.uid()));
    }
    return ref;
  }

  private Answer act(
      Tx tx,
      Caller caller,
      long actorUid,
      CredentialCommand command,
      String hash,
      List<Long> on,
      Object result,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var note = note(caller, command, hash, result);
    writer.act(new Entry(ref, template, null, null, null, actorUid, null, note));
    if (!command.action().pulse()) {
      // A pulse is dropped some day, and a link to it would be left hanging.
      on.forEach(uid -> writer.link(new Link(ref.uid(), Relationship.EXECUTED_ON, uid)));
    }
    return Answer.of(ref.euid(), note, false);
  }

  private ActionNote note(Caller caller, CredentialCommand command, String hash, Object result) {
    var meta = command.meta();
    return new ActionNote(
        command.action(),
        null,
        caller.principal(),
        Recorder.role(caller),
        "actor",
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        command.reason(),
        null,
        null,
        null,
        null,
        null,
        null,
        meta.correlationId(),
        meta.traceId(),
        meta.idempotencyKey(),
        hash,
        context.softwareVersion(),
        "OK",
        Recorder.result(result),
        null,
        null);
  }
}

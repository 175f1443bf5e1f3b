package io.tapline.engine.pipeline.registry;

import io.tapline.api.Refusal;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.CredentialCommand;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RevokeToken;
import io.tapline.engine.decide.CredentialDecision;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.Credential;
import io.tapline.engine.model.CredentialNote;
import io.tapline.engine.model.CredentialView;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.model.SessionsEnded;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.registry.CredentialActions.LockedCredentials;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/** The actions on tokens and sessions. */
public final class CredentialActions implements RegistryKind<CredentialCommand, LockedCredentials> {

  /**
   * The credentials of a command.
   *
   * @param forbidden the refusal of a command that ends the sessions of another principal
   * @param existing the token or session that the command changes; null when there is none
   * @param token the token that a session is opened with; null when there is none
   * @param sessions all sessions of a principal, for a command that ends them
   */
  record LockedCredentials(
      Refusal forbidden, Credential existing, Credential token, List<Credential> sessions) {}

  @Override
  public LockedCredentials lock(LockPhase locks, CredentialCommand command) throws SQLException {
    if (endsAll(command)) {
      var close = (CloseSession) command;
      var forbidden = CredentialDecision.everywhere(close, locks.request().caller());
      return new LockedCredentials(
          forbidden,
          null,
          null,
          forbidden != null
              ? List.of()
              : CredentialRows.lockSessionsOf(locks.tx(), locks.templates(), close.principal()));
    }
    // The lock on the token prevents a session with a token that is being revoked.
    return new LockedCredentials(
        null,
        lock(locks, kind(command), command.credentialEuid()),
        lock(
            locks,
            TemplateCache.TOKEN,
            command instanceof OpenSession open ? open.tokenEuid() : null),
        List.of());
  }

  private static Credential lock(LockPhase locks, String kind, String euid) throws SQLException {
    return euid == null ? null : CredentialRows.lock(locks.tx(), locks.templates(), kind, euid);
  }

  private static boolean endsAll(CredentialCommand command) {
    return command instanceof CloseSession close && close.everywhere();
  }

  private static String kind(CredentialCommand command) {
    return command instanceof CreateToken || command instanceof RevokeToken
        ? TemplateCache.TOKEN
        : TemplateCache.SESSION;
  }

  @Override
  public Collection<Long> keyOwners(
      LockPhase locks, CredentialCommand command, LockedCredentials rows) {
    return rows.forbidden() == null ? List.of(locks.actorUid()) : List.of();
  }

  @Override
  public ItemOutcome decide(
      ActionTransaction action, CredentialCommand command, LockedCredentials rows)
      throws SQLException {
    if (rows.forbidden() != null) {
      return ItemOutcome.of(rows.forbidden());
    }
    if (endsAll(command)) {
      return endAll(action, (CloseSession) command, rows.sessions());
    }
    var decided =
        CredentialDecision.on(
            command, action.caller(), rows.existing(), rows.token(), action.now());
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var ref = write(action, command, rows, decided.note());
    var view =
        kind(command).equals(TemplateCache.TOKEN)
            ? CredentialView.token(ref.euid(), decided.note(), action.now())
            : SessionView.of(ref.euid(), decided.note(), action.now());
    return action.recorder().principal(ref, view, command.reason());
  }

  /** One action on all sessions of one principal. */
  private static ItemOutcome endAll(
      ActionTransaction action, CloseSession command, List<Credential> sessions)
      throws SQLException {
    for (var session : sessions) {
      var decided = CredentialDecision.on(command, action.caller(), session, null, action.now());
      action.writer().reregister(session.uid(), decided.note());
    }
    var euids = sessions.stream().map(Credential::euid).toList();
    var uids = sessions.stream().map(Credential::uid).toList();
    return action
        .recorder()
        .principal(
            uids, new SessionsEnded(command.principal(), euids.size(), euids), command.reason());
  }

  private static ObjectRef write(
      ActionTransaction action,
      CredentialCommand command,
      LockedCredentials rows,
      CredentialNote note)
      throws SQLException {
    if (rows.existing() != null) {
      return action.update(new ObjectRef(rows.existing().uid(), rows.existing().euid()), note);
    }
    var ref = action.create(kind(command), note.name(), note);
    if (rows.token() != null) {
      action.writer().link(new Link(rows.token().uid(), LinkTypes.TOKEN_SESSION, ref.uid()));
    }
    return ref;
  }
}

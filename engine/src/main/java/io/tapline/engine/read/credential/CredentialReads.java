package io.tapline.engine.read.credential;

import io.tapline.api.Page;
import io.tapline.engine.model.CredentialStatus;
import io.tapline.engine.model.CredentialView;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.TapDb;
import java.util.Arrays;

/** Stored tokens for administrators, and the data that a presented token is checked against. */
public final class CredentialReads {

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public CredentialReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * The stored tokens of a tenant, oldest first.
   *
   * @param status the status to select, or null for all
   */
  public Page<CredentialView> tokens(
      long tenantId, CredentialStatus status, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          var statuses =
              status == null ? CredentialStatus.values() : new CredentialStatus[] {status};
          var found =
              CredentialRows.list(
                  tx,
                  templateCache,
                  TemplateCache.TOKEN,
                  Arrays.stream(statuses).map(Enum::name).toArray(String[]::new),
                  PageCursor.uid(cursor),
                  most + 1);
          boolean more = found.size() > most;
          var shown = more ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream()
                  .map(token -> CredentialView.token(token.euid(), token.note(), now))
                  .toList(),
              more ? PageCursor.encode(new PageCursor.AfterUid(shown.get(most - 1).uid())) : null);
        });
  }

  /**
   * The valid sessions of a tenant, oldest first.
   *
   * @param principal the principal to select; null for all
   */
  public Page<SessionView> sessions(long tenantId, String principal, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          var found =
              CredentialRows.openSessions(
                  tx, templateCache, principal, PageCursor.uid(cursor), most + 1);
          boolean more = found.size() > most;
          var shown = more ? found.subList(0, most) : found;
          return new Page<>(
              shown.stream().map(s -> SessionView.of(s.euid(), s.note(), now)).toList(),
              more ? PageCursor.encode(new PageCursor.AfterUid(shown.get(most - 1).uid())) : null);
        });
  }

  /** A presented token or session; null when it or its tenant does not exist. */
  public CredentialRows.PresentedCredential presented(long tenantId, String euid) {
    return tapDb.transaction(tenantId, tx -> CredentialRows.presented(tx, euid));
  }
}

package io.tapline.server.security;

import io.tapline.api.Role;
import io.tapline.api.request.RenewSession;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.CredentialRows.PresentedCredential;
import io.tapline.server.base.Ticker;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.RandomSecret;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Stored tokens and sessions. A verified credential is cached for {@link #BELIEVED}, so a
 * revocation takes effect on every server within that time, and at once on the server that carries
 * it out.
 */
@Component
final class StoredCredentials {

  /**
   * A hundred requests per second of one worker cause one look-up; also the longest delay of a
   * revocation.
   */
  static final Duration BELIEVED = Duration.ofSeconds(2);

  /**
   * Shortest interval between two records of the last use of a session; idle time needs minutes
   * only.
   */
  private static final Duration NOTED = Duration.ofMinutes(1);

  private static final int MOST_BELIEVED = 10_000;

  /** A tenant without objects, so that a look-up for an unknown tenant takes the same steps. */
  private static final long NOBODY = -1;

  /** The hash of a discarded secret, for comparisons that must fail in the usual time. */
  private static final String NO_HASH = RandomSecret.hash(RandomSecret.draw());

  private static final Logger LOG = LoggerFactory.getLogger(StoredCredentials.class);

  private final Engine engine;
  private final Tenants tenants;
  private final StaticTokens configured;
  private final ExpiringCache<Identity> believed;
  private final List<Runnable> whenEnded = new CopyOnWriteArrayList<>();
  private long ends;

  StoredCredentials(Engine engine, OpenDatabase database, StaticTokens configured, Ticker ticker) {
    this.engine = engine;
    this.tenants = new Tenants(database.serving());
    this.configured = configured;
    this.believed = new ExpiringCache<>(MOST_BELIEVED, BELIEVED, ticker);
  }

  CredentialVerdict token(CredentialText shown) {
    return verify(shown, false);
  }

  CredentialVerdict session(CredentialText shown) {
    return verify(shown, true);
  }

  /** Clears the cache after this server ended a credential. */
  void forgetAll() {
    synchronized (this) {
      ends++;
      believed.clear();
    }
    whenEnded.forEach(Runnable::run);
  }

  void whenEnded(Runnable listener) {
    whenEnded.add(listener);
  }

  /** Whether an accepted token or session is still valid; the check does not count as a use. */
  boolean stands(CredentialText shown, boolean session) {
    long tenantId = tenants.byKey(shown.tenantKey()).map(Tenant::id).orElse(NOBODY);
    var found = engine.reads().credentials().presented(tenantId, shown.euid());
    return found != null
        && found.session() == session
        && RandomSecret.fits(shown.secret(), found.credential().note().secretSha256())
        && found.credential().note().liveAt(found.now())
        && !tokenEnded(found);
  }

  private synchronized long ends() {
    return ends;
  }

  /** Skipped if any credential ended after the look-up: it may have been this one. */
  private synchronized void believe(String digest, Identity identity, long endsBefore) {
    if (ends == endsBefore) {
      believed.put(digest, identity);
    }
  }

  private CredentialVerdict verify(CredentialText shown, boolean session) {
    var digest = (session ? "session " : "token ") + RandomSecret.hash(shown.text());
    var known = believed.get(digest);
    if (known != null) {
      return CredentialVerdict.proves(known);
    }
    long endsBefore = ends();
    var verdict = lookUp(shown, session);
    if (verdict.identity() != null) {
      believe(digest, verdict.identity(), endsBefore);
    }
    return verdict;
  }

  /**
   * An unknown tenant, an unknown token and a wrong secret take the same steps: two statements and
   * one comparison.
   */
  private CredentialVerdict lookUp(CredentialText shown, boolean session) {
    long tenantId = tenants.byKey(shown.tenantKey()).map(Tenant::id).orElse(NOBODY);
    var found = engine.reads().credentials().presented(tenantId, shown.euid());
    boolean right =
        RandomSecret.fits(
            shown.secret(), found == null ? NO_HASH : found.credential().note().secretSha256());
    if (!right || found == null || found.session() != session) {
      return CredentialVerdict.UNKNOWN;
    }
    if (!found.credential().note().liveAt(found.now()) || tokenEnded(found)) {
      return CredentialVerdict.ENDED;
    }
    return session ? session(tenantId, shown, found) : token(tenantId, shown, found);
  }

  private static boolean tokenEnded(PresentedCredential found) {
    return found.token() != null && !found.token().note().liveAt(found.now());
  }

  private static CredentialVerdict token(
      long tenantId, CredentialText shown, PresentedCredential found) {
    var note = found.credential().note();
    return CredentialVerdict.proves(
        new Identity(
            new Caller(tenantId, note.principal(), roles(note.roles())),
            shown.tenantKey(),
            Identity.Proof.STORED_TOKEN,
            shown.euid(),
            null,
            note.expiresAt(),
            null));
  }

  private CredentialVerdict session(
      long tenantId, CredentialText shown, PresentedCredential found) {
    var note = found.credential().note();
    var roles = roles(note.roles());
    if (StaticTokens.names(note.principal())) {
      // A token that is no longer configured is invalid, and so is its session.
      var still = configured.stillThere(tenantId, note.principal(), note.proof());
      if (still.isEmpty()) {
        return CredentialVerdict.ENDED;
      }
      roles.retainAll(still.get().caller().roles());
    }
    var caller = new Caller(tenantId, note.principal(), roles);
    if (note.lastSeenAt().plus(NOTED).isBefore(found.now())) {
      renew(caller, shown.euid(), note.lastSeenAt());
    }
    return CredentialVerdict.proves(
        new Identity(
            caller,
            shown.tenantKey(),
            Identity.Proof.SESSION,
            found.token() == null ? null : found.token().euid(),
            shown.euid(),
            note.expiresAt(),
            CsrfToken.of(shown.secret())));
  }

  private void renew(Caller caller, String sessionEuid, Instant lastSeenAt) {
    try {
      // One key for all servers that record the use at the same moment.
      var key = RequestMeta.key("seen:" + sessionEuid + ":" + lastSeenAt);
      engine.execute(caller, new RenewSession(key, sessionEuid));
    } catch (RefusedException | StoreException e) {
      // The current request is not affected; the next one records the use.
      LOG.debug("the use of session {} was not stored", sessionEuid, e);
    }
  }

  private static Set<Role> roles(Collection<Role> roles) {
    var all = EnumSet.noneOf(Role.class);
    all.addAll(roles);
    return all;
  }
}

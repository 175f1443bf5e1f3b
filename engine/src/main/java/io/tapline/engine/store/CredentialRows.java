package io.tapline.engine.store;

import io.tapline.engine.model.Credential;
import io.tapline.engine.model.CredentialNote;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and locks tokens and sessions. */
public final class CredentialRows {

  private static final NamedSql LOCK = sql("registry/lock_registered");
  private static final NamedSql PRESENTED = sql("credential/credential_presented");
  private static final NamedSql LIST = sql("registry/registered_list");
  private static final NamedSql OPEN = sql("credential/sessions_open");
  private static final NamedSql OVER = sql("credential/sessions_over");
  private static final NamedSql LOCK_ALL = sql("credential/lock_sessions");

  /** Limit of sessions that end in one request: more than one person has. */
  public static final int MOST_AT_ONCE = 1_000;

  /**
   * A stored credential that a caller has presented.
   *
   * @param session whether it is a session; otherwise it is a token
   * @param token the stored token that a session was opened with; null for any other
   * @param now the database's clock
   */
  public record PresentedCredential(
      Credential credential, boolean session, Credential token, Instant now) {}

  private CredentialRows() {}

  /** The token or session of that kind; null when there is none. */
  public static Credential lock(Tx tx, TemplateCache templateCache, String kind, String euid)
      throws SQLException {
    var uid = EuidMint.uidOf(euid);
    if (uid.isEmpty()) {
      return null;
    }
    return first(
        tx.query(
            LOCK,
            CredentialRows::credential,
            Map.of(
                "uid",
                uid.getAsLong(),
                "template",
                templateCache.template(tx, kind).uid(),
                "euid",
                euid)));
  }

  /**
   * Null when there is none. The statements are the same for a missing tenant, a missing object and
   * an existing one, so that the response time does not reveal which exist.
   */
  public static PresentedCredential presented(Tx tx, String euid) throws SQLException {
    return first(
        tx.query(
            PRESENTED,
            CredentialRows::presented,
            Map.of(
                "uid",
                EuidMint.uidOf(euid).orElse(0),
                "euid",
                euid,
                "token",
                TemplateCache.TOKEN,
                "session",
                TemplateCache.SESSION)));
  }

  public static List<Credential> list(
      Tx tx, TemplateCache templateCache, String kind, String[] statuses, long after, int limit)
      throws SQLException {
    return tx.query(
        LIST,
        CredentialRows::credential,
        Map.of(
            "template",
            templateCache.template(tx, kind).uid(),
            "statuses",
            statuses,
            "after",
            after,
            "limit",
            limit));
  }

  /**
   * Valid sessions, oldest first.
   *
   * @param principal the owner; null for all principals
   */
  public static List<Credential> openSessions(
      Tx tx, TemplateCache templateCache, String principal, long after, int limit)
      throws SQLException {
    var parameters = new HashMap<String, Object>();
    parameters.put("template", templateCache.template(tx, TemplateCache.SESSION).uid());
    parameters.put("principal", principal);
    parameters.put("after", after);
    parameters.put("limit", limit);
    return tx.query(OPEN, CredentialRows::credential, parameters);
  }

  /** EUIDs of sessions that have expired and are still ACTIVE. */
  public static List<String> sessionsOver(Tx tx, TemplateCache templateCache) throws SQLException {
    return tx.query(
        OVER,
        row -> row.getString("euid"),
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.SESSION).uid(),
            "limit",
            MOST_AT_ONCE));
  }

  /** Locks the sessions of one principal that have not ended. */
  public static List<Credential> lockSessionsOf(
      Tx tx, TemplateCache templateCache, String principal) throws SQLException {
    return tx.query(
        LOCK_ALL,
        CredentialRows::credential,
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.SESSION).uid(),
            "principal",
            principal,
            "limit",
            MOST_AT_ONCE));
  }

  private static PresentedCredential presented(ResultSet row) throws SQLException {
    var token = row.getString("token_properties");
    return new PresentedCredential(
        credential(row),
        TemplateCache.SESSION.equals(row.getString("template_code")),
        token == null
            ? null
            : new Credential(
                row.getLong("token_uid"),
                row.getString("token_euid"),
                Json.read(token, CredentialNote.class)),
        TimeText.parse(row.getString("now")));
  }

  private static Credential credential(ResultSet row) throws SQLException {
    return new Credential(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), CredentialNote.class));
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(CredentialRows.class, name);
  }
}

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

/** Tokens and sessions as they stand in the store. */
public final class CredentialRows {

  private static final NamedSql LOCK = sql("registry/lock_registered");
  private static final NamedSql PRESENTED = sql("credential/credential_presented");
  private static final NamedSql LIST = sql("registry/registered_list");
  private static final NamedSql OPEN = sql("credential/sessions_open");
  private static final NamedSql OVER = sql("credential/sessions_over");
  private static final NamedSql LOCK_ALL = sql("credential/lock_sessions");

  /** What is ended at once; more sessions than one person has, and few enough for one request. */
  public static final int MOST_AT_ONCE = 1_000;

  /**
   * What there is to know about a secret that someone shows.
   *
   * @param session whether it is a session's, or else a token's
   * @param token of a session that was opened with a stored token: that token; or null
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
   * Null when there is none. Asks the same of the database whether or not there is such a tenant or
   * such an object.
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
   * Sessions that are worth something, oldest first.
   *
   * @param principal whose; null for everybody's
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

  /** EUIDs of sessions that have ended by themselves and do not say so yet. */
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

  /** The sessions of one principal that have not been ended. */
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

package io.tapline.engine.store;

import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Events that cause jobs. An event is named by its id in the feed, which is the action's EUID and
 * the position among the action's events ({@code Z-AE-10.0}), or by the action alone.
 */
public final class CausationEvents {

  private static final NamedSql EVENTS =
      NamedSql.load(CausationEvents.class, "action/events_of_action");

  private static final Pattern ID = Pattern.compile("(.+)\\.([0-9]{1,3})");

  private CausationEvents() {}

  /** The uid of the action that contains the event; null when there is no such event. */
  public static Long find(Tx tx, String event) throws SQLException {
    var uid = actionUid(event);
    if (uid == null) {
      return null;
    }
    var id = ID.matcher(event);
    int events = id.matches() ? Integer.parseInt(id.group(2)) + 1 : 0;
    return tx
        .query(EVENTS, row -> uid, Map.of("uid", uid, "euid", actionEuid(event), "events", events))
        .stream()
        .findFirst()
        .orElse(null);
  }

  /** Null when the text is not the id of an event. */
  public static Long actionUid(String event) {
    var uid = EuidMint.uidOf(actionEuid(event));
    return uid.isPresent() ? uid.getAsLong() : null;
  }

  private static String actionEuid(String event) {
    var id = ID.matcher(event);
    return id.matches() ? id.group(1) : event;
  }
}

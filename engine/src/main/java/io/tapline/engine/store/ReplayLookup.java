package io.tapline.engine.store;

import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.engine.model.ActionNote;
import io.tapline.tapdb.Deferred;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the actions of requests that were carried out before. */
public final class ReplayLookup {

  private static final NamedSql ACTIONS = NamedSql.load(ReplayLookup.class, "action/replay_action");
  private static final NamedSql CLAIMS = NamedSql.load(ReplayLookup.class, "action/replay_claims");
  private static final NamedSql USED_CLAIM_KEYS =
      NamedSql.load(ReplayLookup.class, "claim/used_claim_keys");
  private static final NamedSql HISTORY =
      NamedSql.load(ReplayLookup.class, "action/replay_in_history");
  private static final NamedSql PULSES = NamedSql.load(ReplayLookup.class, "action/replay_pulse");

  /**
   * Steps of a job, which run under its lock; action_replay (V2__objects.sql) contains none of
   * them.
   */
  private static final Set<ActionKey> IN_HISTORY =
      EnumSet.of(
          ActionKey.START_QUEUE_EXECUTION,
          ActionKey.COMPLETE_QUEUE_EXECUTION,
          ActionKey.FAIL_QUEUE_EXECUTION,
          ActionKey.RELEASE_QUEUE_LEASE,
          ActionKey.RECORD_EXTERNAL_RESULT);

  /** Identifies a request within one action. */
  public record Key(long targetUid, String idempotencyKey) {}

  /** A stored action. */
  public record FoundAction(String actionEuid, ActionNote note) {
    public int ordinal() {
      return note.ordinal() == null ? 0 : note.ordinal();
    }
  }

  private ReplayLookup() {}

  /** The actions under each key, by ordinal. */
  public static Map<Key, List<FoundAction>> find(Tx tx, ActionName action, List<Key> keys)
      throws SQLException {
    var found = ask(tx, action, keys);
    tx.flush();
    return found.get();
  }

  /** Reads the actions with the next statement. */
  public static Deferred<Map<Key, List<FoundAction>>> ask(
      Tx tx, ActionName action, List<Key> keys) {
    var keyed = keys.stream().filter(key -> key.idempotencyKey() != null).toList();
    if (keyed.isEmpty()) {
      return Deferred.of(Map.of());
    }
    Map<Key, List<FoundAction>> found = new HashMap<>();
    var parameters = new HashMap<String, Object>();
    parameters.put("targets", keyed.stream().mapToLong(Key::targetUid).toArray());
    parameters.put("keys", keyed.stream().map(Key::idempotencyKey).toArray(String[]::new));
    var statement = statement(action);
    if (statement == ACTIONS) {
      parameters.put("action_template", TemplateCache.templateCode(action));
    } else if (statement != CLAIMS) {
      parameters.put("action", action.wire());
    }
    return tx.later(statement, found, ReplayLookup::add, parameters);
  }

  /** Reads with the next statement those keys under which a worker has claimed jobs. */
  public static Deferred<Set<Key>> askUsedClaimKeys(Tx tx, List<Key> keys) {
    var keyed = keys.stream().filter(key -> key.idempotencyKey() != null).toList();
    Set<Key> used = new HashSet<>();
    return keyed.isEmpty()
        ? Deferred.of(used)
        : tx.later(
            USED_CLAIM_KEYS,
            used,
            (found, row) ->
                found.add(new Key(row.getLong("worker_uid"), row.getString("idempotency_key"))),
            Map.of(
                "workers",
                keyed.stream().mapToLong(Key::targetUid).toArray(),
                "keys",
                keyed.stream().map(Key::idempotencyKey).toArray(String[]::new)));
  }

  private static NamedSql statement(ActionName action) {
    if (action == ActionKey.CLAIM_QUEUE_ITEM) {
      return CLAIMS;
    }
    if (action instanceof ActionKey own && IN_HISTORY.contains(own)) {
      return HISTORY;
    }
    return action.pulse() ? PULSES : ACTIONS;
  }

  private static void add(Map<Key, List<FoundAction>> found, ResultSet row) throws SQLException {
    var key = new Key(row.getLong("target_uid"), row.getString("idempotency_key"));
    var action =
        new FoundAction(row.getString("euid"), DocumentCodec.action(row.getString("properties")));
    var actions = found.computeIfAbsent(key, none -> new ArrayList<>());
    actions.add(action);
    actions.sort(Comparator.comparingInt(FoundAction::ordinal));
  }
}

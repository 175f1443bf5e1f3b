package io.tapline.engine.store;

import io.tapline.engine.model.ActionName;
import io.tapline.engine.model.ActionNote;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Requests that were carried out before. */
public final class ReplayLookup {

  private static final NamedSql ACTIONS = NamedSql.load(ReplayLookup.class, "replay_action");
  private static final NamedSql PULSES = NamedSql.load(ReplayLookup.class, "replay_pulse");

  /** What a request is known by, within one action. */
  public record Key(long targetUid, String idempotencyKey) {}

  /** An action that is there. */
  public record FoundAction(String actionEuid, ActionNote note) {
    public int ordinal() {
      return note.ordinal() == null ? 0 : note.ordinal();
    }
  }

  private ReplayLookup() {}

  /** The actions under each key, by ordinal. */
  public static Map<Key, List<FoundAction>> find(Tx tx, ActionName action, List<Key> keys)
      throws SQLException {
    var asked = keys.stream().filter(key -> key.idempotencyKey() != null).toList();
    if (asked.isEmpty()) {
      return Map.of();
    }
    var found = new HashMap<Key, List<FoundAction>>();
    tx.query(
        action.pulse() ? PULSES : ACTIONS,
        row ->
            found
                .computeIfAbsent(
                    new Key(row.getLong("target_uid"), row.getString("idempotency_key")),
                    key -> new ArrayList<>())
                .add(
                    new FoundAction(
                        row.getString("euid"), DocumentCodec.action(row.getString("properties")))),
        Map.of(
            "targets", asked.stream().mapToLong(Key::targetUid).toArray(),
            "keys", asked.stream().map(Key::idempotencyKey).toArray(String[]::new),
            "action", action.wire()));
    found.values().forEach(list -> list.sort(Comparator.comparingInt(FoundAction::ordinal)));
    return found;
  }
}

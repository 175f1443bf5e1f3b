package io.tapline.engine.pipeline;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.ReplayLookup.FoundAction;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.ObjectWriter;

/**
 * A command with its caller. It is hashed on the caller's thread, while no other request waits.
 *
 * @param actorUid the object of the principal
 */
public record HashedCommand(Caller caller, long actorUid, Command command, String hash) {

  // JSON quotes its texts. The text of a record does not, so null and "null" would have one hash,
  // and so would texts that contain a comma and the name of the next field.
  private static final ObjectWriter PAYLOAD = Json.canonicalWithout(RequestMeta.class);

  /**
   * The hash of the payload of a request. Equal requests have equal hashes, for every order of JSON
   * keys.
   */
  public static String hash(Command command) {
    return Json.sha256(PAYLOAD.writeValueAsString(command));
  }

  /** The principal of the caller gets an object if it has none. */
  public static HashedCommand of(PipelineContext context, Caller caller, Command command) {
    return of(context, caller, List.of(command)).get(0);
  }

  /** The principal of the caller gets an object if it has none. */
  public static List<HashedCommand> of(
      PipelineContext context, Caller caller, List<? extends Command> commands) {
    long actorUid = context.principals().uidOf(caller);
    return commands.stream()
        .map(command -> new HashedCommand(caller, actorUid, command, hash(command)))
        .toList();
  }

  /** Another command of the same caller. */
  public HashedCommand with(Command other) {
    return with(other, hash(other));
  }

  public HashedCommand with(Command other, String payloadHash) {
    return new HashedCommand(caller, actorUid, other, payloadHash);
  }

  public long tenantId() {
    return caller.tenantId();
  }

  /** The outcome of an earlier identical request on one of these targets; null without one. */
  public ItemOutcome replay(Tx tx, Collection<Long> targetUids) throws SQLException {
    var key = command.meta().idempotencyKey();
    var keys = targetUids.stream().map(uid -> new ReplayLookup.Key(uid, key)).toList();
    var found = ReplayLookup.find(tx, command.action(), keys).values().stream().findFirst();
    return found.isEmpty() ? null : replayed(found.get().get(0));
  }

  /** The outcome when this action was found under the key of the command. */
  public ItemOutcome replayed(FoundAction before) {
    return replayed(hash, command.meta().idempotencyKey(), before);
  }

  public static ItemOutcome replayed(String hash, String idempotencyKey, FoundAction before) {
    return hash.equals(before.note().payloadHash())
        ? ItemOutcome.of(ActionAnswer.of(before.actionEuid(), before.note(), true))
        : ItemOutcome.of(conflict(idempotencyKey, before));
  }

  public static Refusal conflict(String idempotencyKey, FoundAction before) {
    return Refusal.of(
        Code.IDEMPOTENCY_CONFLICT,
        "idempotency_key "
            + idempotencyKey
            + " was used before for another payload (action "
            + before.actionEuid()
            + ")");
  }
}

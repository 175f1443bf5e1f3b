package io.tapline.engine.pipeline.pack;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.DomainKey;
import io.tapline.api.Refusal;
import io.tapline.api.WordList;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.engine.model.Caller;
import io.tapline.tapdb.JsonSchema;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The actions of all packs, by name. */
public final class DomainActions {

  private record Entry(DomainAction action, JsonSchema schema) {}

  private final Map<DomainKey, Entry> entries = new LinkedHashMap<>();

  /**
   * @throws IllegalArgumentException when two packs have one name, or a name is the engine's own
   */
  public DomainActions(Collection<DomainPack> packs) {
    for (var pack : packs) {
      for (var action : pack.actions()) {
        add(pack, action);
      }
    }
  }

  private void add(DomainPack pack, DomainAction action) {
    var key = new DomainKey(action.key());
    var entry = new Entry(action, JsonSchema.of(action.fields()));
    if (ActionKey.find(key.wire()) != null || entries.putIfAbsent(key, entry) != null) {
      throw new IllegalArgumentException(
          "pack " + pack.name() + ": there is an action " + key.wire() + " already");
    }
  }

  public List<DomainAction> all() {
    return entries.values().stream().map(Entry::action).toList();
  }

  public DomainAction of(DomainKey key) {
    return entries.get(key).action();
  }

  /** The refusal that follows from the request alone; null without one. */
  public Refusal refusal(Caller caller, PerformAction command) {
    var entry = entries.get(command.action());
    if (entry == null) {
      return Refusal.of(
          Code.NOT_FOUND,
          "there is no action " + command.action().wire() + "; load its pack with --pack");
    }
    var roles = entry.action().roles();
    if (roles.stream().noneMatch(caller::is)) {
      return Refusal.of(
          Code.FORBIDDEN,
          command.action().wire()
              + " needs one of the roles "
              + WordList.and(roles)
              + "; "
              + caller.principal()
              + " has "
              + WordList.and(caller.roles()));
    }
    // Checked before the schema, which requires every number to be finite.
    var invalid = RequestValidation.refusal(command);
    if (invalid != null) {
      return invalid;
    }
    var surplus = surplus(entry.action().target(), command);
    if (surplus != null) {
      return Refusal.invalid(surplus, "is not a field of this request");
    }
    var blind = incomparable(entry.action(), command);
    if (blind != null) {
      return blind;
    }
    return entry.schema().problems(command.fields()).stream()
        .findFirst()
        .map(problem -> Refusal.invalid(field(problem.path()), problem.message()))
        .orElse(null);
  }

  /** Preconditions apply to one subject; a request about none or several cannot have any. */
  private static Refusal incomparable(DomainAction action, PerformAction command) {
    if (StatePrecondition.none(command.expect())) {
      return null;
    }
    if (action.target() == ActionTarget.NOTHING) {
      return Refusal.invalid(
          command.expect().given(),
          "is not a field of this action, which has no subject; remove it");
    }
    return command.subjectEuid() == null && command.leaseEuid() == null
        ? Refusal.invalid(
            command.expect().given(),
            "is compared with one subject, and the request names several or none; send"
                + " subject_euid, or remove the field")
        : null;
  }

  /** The first field that an action with this target does not use. */
  private static String surplus(ActionTarget actionTarget, PerformAction command) {
    if (actionTarget == ActionTarget.LEASE) {
      return null;
    }
    if (command.workerEuid() != null) {
      return "worker_euid";
    }
    if (command.leaseEuid() != null) {
      return "lease_euid";
    }
    return actionTarget == ActionTarget.NOTHING && command.subjectEuid() != null
        ? "subject_euid"
        : null;
  }

  /** Converts {@code $.members[0]} to the name that the caller wrote. */
  private static String field(String path) {
    return path.startsWith("$.") ? path.substring(2) : path.equals("$") ? "body" : path;
  }
}

package io.tapline.engine.action;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.WordList;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Command;
import io.tapline.api.request.RegisterWorker;
import io.tapline.engine.model.Caller;
import java.util.EnumSet;
import java.util.Set;

/** The roles of each action. The owner of the lease is checked later. */
public final class Permissions {

  /** The roles that may hold a lease: services, people at the bench, and operators. */
  static final Set<Role> WORKERS = EnumSet.allOf(Role.class);

  private static final Set<Role> SERVICES = EnumSet.of(Role.WORKER_SERVICE, Role.ADMIN);
  private static final Set<Role> PEOPLE = EnumSet.of(Role.WORKER_HUMAN, Role.OPERATOR, Role.ADMIN);
  static final Set<Role> PRODUCERS = EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE);
  static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
  static final Set<Role> ADMINS = EnumSet.of(Role.ADMIN);
  static final Set<Role> ANYONE = EnumSet.allOf(Role.class);

  private Permissions() {}

  public static Set<Role> rolesFor(ActionKey action) {
    return ActionTable.of(action).roles();
  }

  /**
   * The roles that may register a worker of this type. A queue for people relies on the type, so a
   * service must not be able to register as a person.
   */
  public static Set<Role> rolesFor(WorkerType type) {
    return type == WorkerType.HUMAN_SESSION ? PEOPLE : SERVICES;
  }

  /** The worker type of this caller: a person, if the roles allow it. */
  public static WorkerType typeOf(Caller caller) {
    return PEOPLE.stream().anyMatch(caller::is) ? WorkerType.HUMAN_SESSION : WorkerType.SERVICE;
  }

  /** The refusal by the roles of the caller for a command of the engine, or null. */
  public static Refusal refusal(Caller caller, Command command) {
    var refusal = refusal(caller, (ActionKey) command.action());
    return refusal == null && command instanceof RegisterWorker register
        ? typed(caller, register.workerType())
        : refusal;
  }

  private static Refusal typed(Caller caller, WorkerType type) {
    return type == null || rolesFor(type).stream().anyMatch(caller::is)
        ? null
        : new Refusal(
            Code.FORBIDDEN,
            "worker_type: a "
                + type
                + " is registered by one of the roles "
                + WordList.and(rolesFor(type))
                + "; "
                + caller.principal()
                + " has "
                + WordList.and(caller.roles()),
            "worker_type");
  }

  public static Refusal refusal(Caller caller, ActionKey action) {
    return rolesFor(action).stream().anyMatch(caller::is)
        ? null
        : Refusal.of(
            Code.FORBIDDEN,
            action.wire()
                + " needs one of the roles "
                + WordList.and(rolesFor(action))
                + "; "
                + caller.principal()
                + " has "
                + WordList.and(caller.roles()));
  }
}

package io.tapline.server.tasks;

import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Role;
import java.util.Set;
import java.util.UUID;

/**
 * Who acts at this door. It knows superusers and users: what a user may do here is judged here, and
 * the right to do it is lent for that one command.
 */
final class TaskCaller {

  private TaskCaller() {}

  static boolean superuser(Caller caller) {
    return caller.roles().contains(Role.ADMIN);
  }

  static Caller asWorker(Caller caller) {
    return caller.lent(Role.WORKER_SERVICE);
  }

  static Caller asOperator(Caller caller) {
    return caller.lent(Role.OPERATOR);
  }

  static Caller asAdmin(Caller caller) {
    return caller.lent(Role.ADMIN);
  }

  /** The server itself: it runs jobs of its own and misses workers. */
  static Caller system(long tenantId) {
    return new Caller(tenantId, "system:tasks", Set.of(Role.ADMIN));
  }

  /** The API knows no idempotency keys: every request is a new one. */
  static RequestMeta once() {
    return RequestMeta.key(UUID.randomUUID().toString());
  }
}

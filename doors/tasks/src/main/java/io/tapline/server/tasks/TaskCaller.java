package io.tapline.server.tasks;

import io.tapline.api.Role;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.Caller;
import java.util.Set;
import java.util.UUID;

/**
 * The caller of the tasks API, which distinguishes only superusers and users: the permission of a
 * user is checked here, and the required role is then granted for one command.
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

  /** The server, which runs internal jobs and retires silent workers. */
  static Caller system(long tenantId) {
    return new Caller(tenantId, "system:tasks", Set.of(Role.ADMIN));
  }

  /** The API has no idempotency keys: every request is a new one. */
  static RequestMeta once() {
    return RequestMeta.key(UUID.randomUUID().toString());
  }
}

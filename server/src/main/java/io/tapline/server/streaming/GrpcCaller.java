package io.tapline.server.streaming;

import io.grpc.StatusRuntimeException;
import io.tapline.engine.model.Caller;
import io.tapline.server.http.ProblemWriter;
import io.tapline.server.security.Authenticator;
import io.tapline.server.security.PermissionLog;

/**
 * Whoever makes a call, and what for.
 *
 * @param what the name of the method
 */
record GrpcCaller(Authenticator authenticator, String authorization, String address, String what) {

  /** Asked at every step of a long call: a token may be revoked while a stream is open. */
  Caller prove() {
    return authenticator.authenticate(authorization, address);
  }

  StatusRuntimeException refusal(Throwable thrown) {
    var problem = ProblemWriter.judge(thrown, what);
    PermissionLog.note(what, "a gRPC caller", address, problem.code(), problem.detail());
    return Refusals.of(problem);
  }

  /** No secret in any log. */
  @Override
  public String toString() {
    return what + " from " + address;
  }
}

package io.tapline.server.grpc;

import io.grpc.StatusRuntimeException;
import io.tapline.engine.model.Caller;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.PermissionLog;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ProblemWriter;

/** The caller of one gRPC call, and the method. */
final class GrpcCaller {

  private final Authenticator authenticator;
  private final String authorization;
  private final String address;
  private final String what;
  private volatile Caller proven;

  /**
   * @param what the name of the method
   */
  GrpcCaller(Authenticator authenticator, String authorization, String address, String what) {
    this.authenticator = authenticator;
    this.authorization = authorization;
    this.address = address;
    this.what = what;
  }

  /**
   * The caller with this token, which may be null; a credential of the call itself has precedence.
   */
  GrpcCaller with(String token) {
    return authorization != null || token == null
        ? this
        : new GrpcCaller(authenticator, "Bearer " + token, address, what);
  }

  /**
   * Authenticates at every step of a long call, because a token may be revoked while a stream is
   * open.
   */
  Caller prove() {
    proven = authenticator.authenticate(authorization, address);
    if (proven.roles().isEmpty()) {
      // The rule of every endpoint; the engine checks the roles of each action.
      throw ProblemException.of(
          ProblemCode.FORBIDDEN, what + " requires a role, and the principal has none");
    }
    return proven;
  }

  /** The tenant of the last authenticated caller. */
  long tenantId() {
    return proven.tenantId();
  }

  StatusRuntimeException refusal(Throwable thrown) {
    var problem = ProblemWriter.judge(thrown, what);
    PermissionLog.note(what, who(), address, problem.code(), problem.detail());
    return GrpcRefusals.of(problem);
  }

  private String who() {
    var caller = proven;
    return caller == null ? "nobody" : caller.principal() + " over gRPC";
  }

  /** Keeps the credential out of logs. */
  @Override
  public String toString() {
    return what + " from " + address;
  }
}

package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;

/** Determines the caller of a request from its credentials. */
public interface Authenticator {

  /** The request attribute of the authenticated caller, for logs. */
  String CALLER = Authenticator.class.getName() + ".caller";

  /**
   * @throws io.tapline.server.http.ProblemException {@code UNAUTHENTICATED}, when the request
   *     carries no valid credential
   */
  Caller authenticate(HttpServletRequest request);

  /**
   * Authenticates a request of another protocol than HTTP.
   *
   * @param authorization in the format of the HTTP header of that name
   * @param address the client's address
   */
  Caller authenticate(String authorization, String address);

  /**
   * Whether the credential of a request is still valid, for long-lived answers. The check does not
   * count as a use of it.
   */
  BooleanSupplier standing(HttpServletRequest request);

  /**
   * The listener is called after this server has ended a token or a session; those that other
   * servers end are found by periodic checks.
   */
  void whenEnded(Runnable listener);
}

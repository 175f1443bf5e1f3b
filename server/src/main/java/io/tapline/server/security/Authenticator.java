package io.tapline.server.security;

import io.tapline.engine.model.Caller;
import jakarta.servlet.http.HttpServletRequest;

/** From what a request carries to who makes it. */
public interface Authenticator {

  /**
   * @throws io.tapline.server.http.ProblemException {@code UNAUTHENTICATED}, when the request
   *     proves nothing
   */
  Caller authenticate(HttpServletRequest request);

  /**
   * The same for doors that are not HTTP.
   *
   * @param authorization as the header of that name would have it
   * @param address where the request comes from
   */
  Caller authenticate(String authorization, String address);
}

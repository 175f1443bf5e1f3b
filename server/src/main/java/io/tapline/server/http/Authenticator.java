package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BooleanSupplier;

/** From what a request carries to who makes it. */
public interface Authenticator {

  /** The attribute of a request that says who makes it, once that is proved: for logs. */
  String CALLER = Authenticator.class.getName() + ".caller";

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

  /**
   * For answers that go on: whether what the request proved its maker by still stands. Asking
   * counts as no use of it.
   */
  BooleanSupplier standing(HttpServletRequest request);

  /** Called after a token or a session was ended by this server; others are asked by the way. */
  void whenEnded(Runnable listener);
}

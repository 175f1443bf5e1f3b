package io.tapline.server.http;

import io.tapline.api.Code;
import java.util.Locale;

/**
 * The reason of a refusal. The names are stable, because clients depend on them. Includes the
 * engine's codes, and those of the protocol layer.
 */
public record ProblemCode(String name, int status) {

  /** The request cannot be parsed: invalid JSON, invalid UTF-8, an unreadable header. */
  public static final ProblemCode MALFORMED_REQUEST = new ProblemCode("MALFORMED_REQUEST", 400);

  public static final ProblemCode UNAUTHENTICATED = of(Code.UNAUTHENTICATED);
  public static final ProblemCode FORBIDDEN = of(Code.FORBIDDEN);
  public static final ProblemCode NOT_FOUND = of(Code.NOT_FOUND);
  public static final ProblemCode METHOD_NOT_ALLOWED = new ProblemCode("METHOD_NOT_ALLOWED", 405);

  /** The body arrived too slowly. */
  public static final ProblemCode REQUEST_TIMEOUT = new ProblemCode("REQUEST_TIMEOUT", 408);

  public static final ProblemCode PAYLOAD_TOO_LARGE = of(Code.PAYLOAD_TOO_LARGE);
  public static final ProblemCode UNSUPPORTED_MEDIA_TYPE =
      new ProblemCode("UNSUPPORTED_MEDIA_TYPE", 415);
  public static final ProblemCode VALIDATION_FAILED = of(Code.VALIDATION_FAILED);

  /** A request with a cookie that a page of another origin may have caused. */
  public static final ProblemCode CSRF_REFUSED = new ProblemCode("CSRF_REFUSED", 403);

  /** Too many wrong credentials came from the address. */
  public static final ProblemCode RATE_LIMITED = new ProblemCode("RATE_LIMITED", 429);

  /** A tenant has its maximum of open event streams at one server. */
  public static final ProblemCode TOO_MANY_READERS = new ProblemCode("TOO_MANY_READERS", 429);

  /** An internal fault. */
  public static final ProblemCode INTERNAL_ERROR = new ProblemCode("INTERNAL_ERROR", 500);

  /** The server is stopping; the client can use another one, or this one later. */
  public static final ProblemCode DRAINING = new ProblemCode("DRAINING", 503);

  /** The database is unavailable, or requests a retry. */
  public static final ProblemCode UNAVAILABLE = new ProblemCode("UNAVAILABLE", 503);

  public static ProblemCode of(Code code) {
    return new ProblemCode(code.name(), code.httpStatus());
  }

  /** The name as text: {@code Lease expired}. */
  public String title() {
    var words = name.replace('_', ' ').toLowerCase(Locale.ROOT);
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}

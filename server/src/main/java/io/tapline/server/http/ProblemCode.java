package io.tapline.server.http;

import io.tapline.api.Code;
import java.util.Locale;

/**
 * Why a request got no answer. Stable: callers decide by its name. The engine's codes, and those
 * that only a door can have.
 */
public record ProblemCode(String name, int status) {

  /** The request is not one at all: bad JSON, bad UTF-8, a header that cannot be read. */
  public static final ProblemCode MALFORMED_REQUEST = new ProblemCode("MALFORMED_REQUEST", 400);

  public static final ProblemCode UNAUTHENTICATED = of(Code.UNAUTHENTICATED);
  public static final ProblemCode FORBIDDEN = of(Code.FORBIDDEN);
  public static final ProblemCode NOT_FOUND = of(Code.NOT_FOUND);
  public static final ProblemCode METHOD_NOT_ALLOWED = new ProblemCode("METHOD_NOT_ALLOWED", 405);

  /** The body came so slowly that the server stopped waiting for it. */
  public static final ProblemCode REQUEST_TIMEOUT = new ProblemCode("REQUEST_TIMEOUT", 408);

  public static final ProblemCode PAYLOAD_TOO_LARGE = of(Code.PAYLOAD_TOO_LARGE);
  public static final ProblemCode UNSUPPORTED_MEDIA_TYPE =
      new ProblemCode("UNSUPPORTED_MEDIA_TYPE", 415);
  public static final ProblemCode VALIDATION_FAILED = of(Code.VALIDATION_FAILED);

  /** A call by cookie that a page of another origin may have made a browser send. */
  public static final ProblemCode CSRF_REFUSED = new ProblemCode("CSRF_REFUSED", 403);

  /** Too many wrong credentials came from there. */
  public static final ProblemCode RATE_LIMITED = new ProblemCode("RATE_LIMITED", 429);

  /** A tenant has as many streams of events open as one server keeps for it. */
  public static final ProblemCode TOO_MANY_READERS = new ProblemCode("TOO_MANY_READERS", 429);

  /** A fault of ours. */
  public static final ProblemCode INTERNAL_ERROR = new ProblemCode("INTERNAL_ERROR", 500);

  /** The server is stopping; another one, or this one later, will do. */
  public static final ProblemCode DRAINING = new ProblemCode("DRAINING", 503);

  /** The database does not answer, or asks for another try. */
  public static final ProblemCode UNAVAILABLE = new ProblemCode("UNAVAILABLE", 503);

  public static ProblemCode of(Code code) {
    return new ProblemCode(code.name(), code.httpStatus());
  }

  /** The name as people write it: {@code Lease expired}. */
  public String title() {
    var words = name.replace('_', ' ').toLowerCase(Locale.ROOT);
    return Character.toUpperCase(words.charAt(0)) + words.substring(1);
  }
}

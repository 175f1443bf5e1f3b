package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The id of a request: the value of {@code X-Request-Id}, or a new one. The answer carries it, and
 * so does every log line of the request's threads.
 */
public final class RequestId {

  public static final String HEADER = "X-Request-Id";

  /** The name of the id in log lines. */
  public static final String LOGGED = "request_id";

  /** A longer id, or one that could break a log line, is replaced. */
  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private static final String ATTRIBUTE = RequestId.class.getName();

  private RequestId() {}

  /** Sets the id on an answer, including one that was reset or that no servlet wrote. */
  static void apply(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HEADER, of(request));
  }

  static String of(HttpServletRequest request) {
    if (request.getAttribute(ATTRIBUTE) instanceof String known) {
      return known;
    }
    var given = request.getHeader(HEADER);
    var id =
        given != null && ACCEPTED.matcher(given).matches() ? given : UUID.randomUUID().toString();
    request.setAttribute(ATTRIBUTE, id);
    return id;
  }
}

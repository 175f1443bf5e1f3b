package io.tapline.server.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.MDC;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Gives every request an id: the one that it came with in {@code X-Request-Id}, or a new one. The
 * answer carries it, and so does every log line that is written on the threads of the request.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class RequestIdFilter extends OncePerRequestFilter {

  public static final String HEADER = "X-Request-Id";

  /** Under this name the log shows it. */
  public static final String LOGGED = "request_id";

  /** An id that is longer, or could break out of a log line, is replaced. */
  private static final Pattern ACCEPTED = Pattern.compile("[A-Za-z0-9._:/+=@-]{1,128}");

  private static final String ATTRIBUTE = RequestIdFilter.class.getName();

  /** An answer that comes later has its log lines on another thread. */
  @Override
  protected boolean shouldNotFilterAsyncDispatch() {
    return false;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    apply(request, response);
    try (var logged = MDC.putCloseable(LOGGED, of(request))) {
      assert logged != null;
      chain.doFilter(request, response);
    }
  }

  /** Puts the id on an answer; also for answers that were begun anew, or came by no filter. */
  static void apply(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader(HEADER, of(request));
  }

  private static String of(HttpServletRequest request) {
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

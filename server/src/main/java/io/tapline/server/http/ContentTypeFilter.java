package io.tapline.server.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Keeps a Content-Type header that does not name exactly one type from the framework. The framework
 * takes a wildcard there for a mistake in its own code and fails, on any path. An endpoint with a
 * body asks {@link #sent} and refuses it; one without has no use for the header.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class ContentTypeFilter extends OncePerRequestFilter {

  private static final String SENT = ContentTypeFilter.class.getName();

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var type = request.getContentType();
    if (type != null && type.indexOf('*') >= 0) {
      request.setAttribute(SENT, type);
      chain.doFilter(new WithoutType(request), response);
    } else {
      chain.doFilter(request, response);
    }
  }

  /** The Content-Type as the client sent it; null when there is none. */
  static String sent(HttpServletRequest request) {
    return request.getAttribute(SENT) instanceof String type ? type : request.getContentType();
  }

  private static final class WithoutType extends HttpServletRequestWrapper {

    WithoutType(HttpServletRequest request) {
      super(request);
    }

    @Override
    public String getContentType() {
      return null;
    }

    @Override
    public String getHeader(String name) {
      return HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name) ? null : super.getHeader(name);
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
      return HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name)
          ? Collections.emptyEnumeration()
          : super.getHeaders(name);
    }

    @Override
    public Enumeration<String> getHeaderNames() {
      return Collections.enumeration(
          Collections.list(super.getHeaderNames()).stream()
              .filter(name -> !HttpHeaders.CONTENT_TYPE.equalsIgnoreCase(name))
              .toList());
    }
  }
}

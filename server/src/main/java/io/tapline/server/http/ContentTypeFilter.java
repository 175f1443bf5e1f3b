package io.tapline.server.http;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A Content-Type names one type. The framework takes a wildcard there for a mistake in its own code
 * and fails, on any path, so it is refused before the framework sees it.
 */
@Component
@Order(Ordered.LOWEST_PRECEDENCE)
class ContentTypeFilter extends OncePerRequestFilter {

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    var type = request.getContentType();
    if (type != null && type.indexOf('*') >= 0) {
      ProblemResolver.write(RequestBody.otherType(type).problem(), request, response);
    } else {
      chain.doFilter(request, response);
    }
  }
}

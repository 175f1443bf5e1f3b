package io.tapline.server.http;

import io.tapline.tapdb.Json;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.Ordered;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** What goes wrong around the endpoints, and in answers that came later, as problem details too. */
@Component
final class ProblemResolver implements HandlerExceptionResolver, Ordered {

  private final ProblemWriter problems;

  ProblemResolver(ProblemWriter problems) {
    this.problems = problems;
  }

  @Override
  public int getOrder() {
    return Ordered.HIGHEST_PRECEDENCE;
  }

  @Override
  public ModelAndView resolveException(
      HttpServletRequest request, HttpServletResponse response, Object handler, Exception thrown) {
    if (response.isCommitted()) {
      return new ModelAndView();
    }
    try {
      write(problems.problem(thrown, request), request, response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ModelAndView();
  }

  static void write(Problem problem, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.reset();
    SecurityHeaders.apply(request.isSecure(), response);
    RequestIdFilter.apply(request, response);
    response.setStatus(problem.status());
    ProblemWriter.headersOf(problem).forEach(response::setHeader);
    boolean page = ProblemPage.wanted(request);
    response.setContentType(page ? ProblemPage.MEDIA_TYPE : Problem.MEDIA_TYPE);
    var bytes =
        page ? ProblemPage.render(problem) : Json.print(problem).getBytes(StandardCharsets.UTF_8);
    response.setContentLength(bytes.length);
    response.getOutputStream().write(bytes);
  }
}

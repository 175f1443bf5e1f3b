package io.tapline.server.http;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces Tomcat's error pages by problem details. */
public final class ProblemValve extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemValve.class);

  @Override
  protected void report(Request request, Response response, Throwable thrown) {
    int status = response.getStatus();
    // Tomcat sets the error flag for its own errors; an answer of an endpoint has a body.
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    // An invalid request is not the server's fault, and its text may hold a secret.
    if (thrown != null && status >= 500) {
      LOG.error("outside the endpoints", thrown);
    }
    try {
      var problem = StatusProblem.of(status);
      response.setStatus(problem.status());
      AnswerHeaders.apply(request, response);
      boolean page = ProblemPage.wanted(request);
      response.setContentType(page ? ProblemPage.MEDIA_TYPE : Problem.MEDIA_TYPE);
      response.setCharacterEncoding("UTF-8");
      var writer = response.getReporter();
      if (writer != null) {
        writer.write(
            page
                ? new String(ProblemPage.render(problem), StandardCharsets.UTF_8)
                : Json.print(problem));
        response.finishResponse();
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("the client has disconnected", e);
    }
  }
}

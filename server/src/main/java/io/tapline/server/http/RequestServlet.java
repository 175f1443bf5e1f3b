package io.tapline.server.http;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

/**
 * Serves every HTTP request: gives it its id, finds the router of its path and writes the answer,
 * also one that comes later. An exception becomes problem details.
 */
@Component
public final class RequestServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final Logger LOG = LoggerFactory.getLogger(RequestServlet.class);

  /** A request's attribute: the answer that it waited for. */
  private static final String AWAITED = RequestServlet.class.getName();

  private final transient List<RequestRouter> routers;
  private final transient ProblemWriter problems;

  RequestServlet(List<RequestRouter> routers, ProblemWriter problems) {
    this.routers = routers;
    this.problems = problems;
  }

  /** Also serves the second pass of a request whose answer came later. */
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AnswerHeaders.apply(request, response);
    try (var logged = MDC.putCloseable(AnswerHeaders.LOGGED_ID, AnswerHeaders.idOf(request))) {
      assert logged != null;
      write(answer(request), request, response);
    } catch (Exception | Error e) {
      // A body that has begun cannot become a problem any more.
      if (!response.isCommitted()) {
        problems.write(e, request, response);
      }
    }
  }

  private HttpAnswer answer(HttpServletRequest request) {
    if (request.getAttribute(AWAITED) instanceof CompletableFuture<?> awaited) {
      request.removeAttribute(AWAITED);
      return (HttpAnswer) awaited.join();
    }
    for (var router : routers) {
      var answer = router.route(request);
      if (answer.isPresent()) {
        return answer.get();
      }
    }
    throw new ProblemException(StatusProblem.of(HttpServletResponse.SC_NOT_FOUND));
  }

  private static void write(
      HttpAnswer answer, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (answer instanceof HttpAnswer.Immediate immediate) {
      immediate.write(request, response);
    } else if (answer instanceof HttpAnswer.Later later) {
      var context = request.startAsync(request, response);
      context.setTimeout(later.timeout().toMillis());
      var wait = new AnswerWait(request, context);
      context.addListener(wait);
      later.answer().whenComplete((got, thrown) -> wait.end(later.answer()));
    }
  }

  /** Sends a request that waits through the servlet again, once: with its answer or without. */
  private static final class AnswerWait implements AsyncListener {

    private final HttpServletRequest request;
    private final AsyncContext context;
    private final AtomicBoolean ended = new AtomicBoolean();

    private AnswerWait(HttpServletRequest request, AsyncContext context) {
      this.request = request;
      this.context = context;
    }

    private void end(CompletableFuture<HttpAnswer> answer) {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      request.setAttribute(AWAITED, answer);
      try {
        context.dispatch();
      } catch (IllegalStateException e) {
        LOG.debug("the client has disconnected", e);
      }
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      end(
          CompletableFuture.failedFuture(
              new ProblemException(StatusProblem.of(HttpServletResponse.SC_SERVICE_UNAVAILABLE))));
    }

    @Override
    public void onError(AsyncEvent event) {
      ended.set(true);
    }

    @Override
    public void onComplete(AsyncEvent event) {
      ended.set(true);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      // A later wait of the same request has a listener of its own.
    }
  }
}

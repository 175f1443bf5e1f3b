package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/**
 * Runs every request to an endpoint: authenticates it, checks its role, calls the handler, and
 * converts exceptions to problems.
 */
@Component
final class EndpointInvoker {

  private final Authenticator authenticator;
  private final BodyReader bodies;
  private final ProblemWriter problems;
  private final RequestThreads threads;

  EndpointInvoker(
      Authenticator authenticator,
      BodyReader bodies,
      ProblemWriter problems,
      RequestThreads threads) {
    this.authenticator = authenticator;
    this.bodies = bodies;
    this.problems = problems;
    this.threads = threads;
  }

  HttpAnswer answer(Endpoint endpoint, Map<String, String> path, HttpServletRequest request) {
    // For the metrics filter, which counts requests by endpoint.
    request.setAttribute(Endpoint.class.getName(), endpoint);
    if (endpoint.access().open()) {
      return handle(endpoint, path, request, null);
    }
    Caller caller;
    // The caller is authenticated before the body is read.
    try (var share = endpoint.share().enter()) {
      assert share != null;
      caller = admit(endpoint, request);
    } catch (Exception e) {
      return refuse(endpoint, request, e);
    }
    return threads.serve(request, caller, () -> handle(endpoint, path, request, caller));
  }

  /** The scope of the share is only opened and closed, which javac's lint reports. */
  @SuppressWarnings("try")
  private HttpAnswer handle(
      Endpoint endpoint, Map<String, String> path, HttpServletRequest request, Caller caller) {
    try (var held = bodies.new HeldBody(caller == null ? null : RequestThreads.owner(caller));
        var share = endpoint.share().enter()) {
      assert share != null;
      return endpoint.handler().handle(new EndpointCall(endpoint, request, path, caller, held));
    } catch (Exception e) {
      return refuse(endpoint, request, e);
    }
  }

  private HttpAnswer refuse(Endpoint endpoint, HttpServletRequest request, Exception thrown) {
    var problem = problems.problem(thrown, request);
    return problems.response(endpoint.declared(problem), request);
  }

  HttpAnswer wrongMethod(HttpServletRequest request, Set<HttpMethod> known) {
    var allowed = new TreeSet<String>();
    known.forEach(method -> allowed.add(method.name()));
    if (known.contains(HttpMethod.GET)) {
      allowed.add(HttpMethod.HEAD.name());
    }
    allowed.add(HttpMethod.OPTIONS.name());
    var list = String.join(", ", allowed);
    if (HttpMethod.OPTIONS.matches(request.getMethod())) {
      return HttpAnswer.empty(204).header("Allow", list);
    }
    var problem =
        Problem.of(
            ProblemCode.METHOD_NOT_ALLOWED,
            StrictText.shorten(request.getMethod()) + " is not for this path; use " + list);
    return problems.response(problem, request, Map.of("Allow", list));
  }

  HttpAnswer pathParameter(HttpServletRequest request) {
    var problem =
        Problem.of(
            ProblemCode.MALFORMED_REQUEST,
            "path: parameters behind a semicolon are not supported; send a semicolon inside a key"
                + " as %3B");
    return problems.response(problem, request, Map.of());
  }

  private Caller admit(Endpoint endpoint, HttpServletRequest request) {
    var caller = authenticator.authenticate(request);
    if (!endpoint.access().admits(caller)) {
      throw ProblemException.of(
          ProblemCode.FORBIDDEN,
          endpoint.path()
              + " needs one of the roles "
              + WireNames.of(endpoint.access().roles())
              + "; this principal has "
              + WireNames.of(caller.roles()));
    }
    return caller;
  }
}

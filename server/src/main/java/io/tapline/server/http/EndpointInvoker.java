package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Runs every request to an endpoint: authenticates it, checks its role, calls the handler, and
 * turns exceptions into problems.
 */
@Component
final class EndpointInvoker {

  private final Authenticator authenticator;
  private final BodyReader bodies;
  private final ProblemWriter problems;

  EndpointInvoker(Authenticator authenticator, BodyReader bodies, ProblemWriter problems) {
    this.authenticator = authenticator;
    this.bodies = bodies;
    this.problems = problems;
  }

  /** The share is taken and given back; nothing is asked of it meanwhile. */
  @SuppressWarnings("try")
  ServerResponse answer(Endpoint endpoint, Map<String, String> path, ServerRequest request) {
    // For the metrics filter, which counts requests by endpoint.
    request.servletRequest().setAttribute(Endpoint.class.getName(), endpoint);
    try (var held = bodies.new HeldBody();
        var share = endpoint.share().enter()) {
      assert share != null;
      // Who asks is known before anything of the body is read.
      var caller = endpoint.access().open() ? null : admit(endpoint, request);
      return endpoint.handler().handle(new EndpointCall(endpoint, request, path, caller, held));
    } catch (Exception e) {
      var problem = problems.problem(e, request.servletRequest());
      return problems.response(endpoint.declared(problem), request.servletRequest());
    }
  }

  ServerResponse wrongMethod(ServerRequest request, Set<HttpMethod> known) {
    var allowed = new TreeSet<String>();
    known.forEach(method -> allowed.add(method.name()));
    if (known.contains(HttpMethod.GET)) {
      allowed.add(HttpMethod.HEAD.name());
    }
    allowed.add(HttpMethod.OPTIONS.name());
    var list = String.join(", ", allowed);
    if (request.method() == HttpMethod.OPTIONS) {
      return ServerResponse.noContent().header("Allow", list).build();
    }
    var problem =
        Problem.of(
            ProblemCode.METHOD_NOT_ALLOWED,
            StrictText.shorten(request.method().name()) + " is not for this path; use " + list);
    return problems.response(problem, request.servletRequest(), Map.of("Allow", list));
  }

  private Caller admit(Endpoint endpoint, ServerRequest request) {
    var caller = authenticator.authenticate(request.servletRequest());
    if (endpoint.access().roles().stream().noneMatch(caller::is)) {
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

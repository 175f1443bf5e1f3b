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

  ServerResponse answer(Endpoint endpoint, Map<String, String> path, ServerRequest request) {
    // For the metrics filter, which counts requests by endpoint.
    request.servletRequest().setAttribute(Endpoint.class.getName(), endpoint);
    if (endpoint.access().open()) {
      return handle(endpoint, path, request, null);
    }
    Caller caller;
    // The caller is known before anything of the body is read.
    try (var share = endpoint.share().enter()) {
      assert share != null;
      caller = admit(endpoint, request);
    } catch (Exception e) {
      return refuse(endpoint, request, e);
    }
    return threads.serve(
        request.servletRequest(), caller, () -> handle(endpoint, path, request, caller));
  }

  /** The share is taken and given back; nothing is asked of it meanwhile. */
  @SuppressWarnings("try")
  private ServerResponse handle(
      Endpoint endpoint, Map<String, String> path, ServerRequest request, Caller caller) {
    try (var held = bodies.new HeldBody(caller == null ? null : RequestThreads.owner(caller));
        var share = endpoint.share().enter()) {
      assert share != null;
      return endpoint.handler().handle(new EndpointCall(endpoint, request, path, caller, held));
    } catch (Exception e) {
      return refuse(endpoint, request, e);
    }
  }

  private ServerResponse refuse(Endpoint endpoint, ServerRequest request, Exception thrown) {
    var problem = problems.problem(thrown, request.servletRequest());
    return problems.response(endpoint.declared(problem), request.servletRequest());
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

  ServerResponse pathParameter(ServerRequest request) {
    var problem =
        Problem.of(
            ProblemCode.MALFORMED_REQUEST,
            "path: parameters behind a semicolon are not supported; send a semicolon inside a key"
                + " as %3B");
    return problems.response(problem, request.servletRequest(), Map.of());
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

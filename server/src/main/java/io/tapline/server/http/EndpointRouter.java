package io.tapline.server.http;

import io.tapline.engine.model.Caller;
import io.tapline.server.base.ExecutorStop;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.FairShare.FairExecutor;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.http.WatchedProtocol.ClientConnection;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.MDC;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Finds the endpoint of a method and a path in the table, and runs the request: authenticates it,
 * checks its role, calls the handler, and converts exceptions to problems. A known path with
 * another method is 405.
 */
@Component
final class EndpointRouter implements RequestRouter, DisposableBean {

  /** The endpoints of one path, by method. */
  private record PathEndpoints(PathPattern pattern, Map<HttpMethod, Endpoint> methods) {}

  private final Authenticator authenticator;
  private final BodyReader bodies;
  private final ProblemWriter problems;
  private final RequestThreads threads;
  private final Map<String, PathEndpoints> plain;
  private final List<PathEndpoints> all;

  EndpointRouter(
      EndpointTable table,
      Authenticator authenticator,
      BodyReader bodies,
      ProblemWriter problems,
      ServerShares shares) {
    this.authenticator = authenticator;
    this.bodies = bodies;
    this.problems = problems;
    this.threads = new RequestThreads(shares.of(LimitedResource.REQUEST_THREADS));
    var places = new LinkedHashMap<String, PathEndpoints>();
    for (var endpoint : table.endpoints()) {
      places
          .computeIfAbsent(endpoint.path(), EndpointRouter::place)
          .methods()
          .put(endpoint.method(), endpoint);
    }
    this.plain = Map.copyOf(places);
    this.all = new ArrayList<>(places.values());
    // The most specific first, so that /workers/mine is not matched as a worker's EUID.
    this.all.sort((a, b) -> a.pattern().compareTo(b.pattern()));
  }

  private static PathEndpoints place(String path) {
    return new PathEndpoints(
        PathPatternParser.defaultInstance.parse(path),
        new TreeMap<>((a, b) -> a.name().compareTo(b.name())));
  }

  @Override
  public Optional<HttpAnswer> route(HttpServletRequest request) {
    var path = request.getRequestURI();
    // No endpoint has path parameters: a proxy that guards a path would not recognize the same path
    // with one. A semicolon inside a key is sent as %3B.
    if (path.indexOf(';') >= 0) {
      return Optional.of(pathParameter(request));
    }
    var exact = plain.get(path);
    if (exact != null) {
      return Optional.of(answer(exact, Map.of(), request));
    }
    var parts = PathContainer.parsePath(path);
    for (var pathEndpoints : all) {
      var match = pathEndpoints.pattern().matchAndExtract(parts);
      if (match != null) {
        return Optional.of(answer(pathEndpoints, match.getUriVariables(), request));
      }
    }
    return Optional.empty();
  }

  private HttpAnswer answer(
      PathEndpoints pathEndpoints, Map<String, String> variables, HttpServletRequest request) {
    var method = HttpMethod.valueOf(request.getMethod());
    // Tomcat omits the body of an answer to HEAD.
    var endpoint = pathEndpoints.methods().get(method == HttpMethod.HEAD ? HttpMethod.GET : method);
    return endpoint == null
        ? wrongMethod(request, pathEndpoints.methods().keySet())
        : answer(endpoint, variables, request);
  }

  private HttpAnswer answer(
      Endpoint endpoint, Map<String, String> path, HttpServletRequest request) {
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

  private HttpAnswer wrongMethod(HttpServletRequest request, Set<HttpMethod> known) {
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

  private HttpAnswer pathParameter(HttpServletRequest request) {
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

  @Override
  public void destroy() {
    threads.stop();
  }

  /**
   * The threads that serve requests of authenticated callers. A request is served on its own
   * thread; beyond the share of its tenant and principal it waits in their line, without a thread,
   * so that the requests of other tenants and the health checks find threads.
   */
  private static final class RequestThreads {

    /** Each request is bounded in time, so a line advances and its requests need no deadline. */
    private static final Duration NO_DEADLINE = Duration.ZERO;

    private static final long IDLE_SECONDS = 10;

    private final ExecutorService threads;
    private final FairExecutor requests;

    RequestThreads(FairShare share) {
      threads =
          new ThreadPoolExecutor(
              0,
              Integer.MAX_VALUE,
              IDLE_SECONDS,
              TimeUnit.SECONDS,
              new SynchronousQueue<>(),
              work -> {
                var thread = new Thread(work, "tapline-request");
                thread.setDaemon(true);
                return thread;
              });
      requests = new FairExecutor(share, threads);
    }

    static FairShare.Owner owner(Caller caller) {
      return FairShare.Owner.principal(caller.tenantId(), caller.principal());
    }

    /**
     * @param work handles its own exceptions
     */
    HttpAnswer serve(HttpServletRequest request, Caller caller, Supplier<HttpAnswer> work) {
      var owner = owner(caller);
      var connection = ClientConnection.of(request);
      if (connection == null) {
        return work.get();
      }
      connection.proveOwner(owner);
      var thread = requests.enter(owner);
      if (thread != null) {
        // Until the answer is written.
        connection.keepThread(thread);
        return work.get();
      }
      var answer = new CompletableFuture<HttpAnswer>();
      // Log lines of a request carry its id on every thread.
      var logged = MDC.getCopyOfContextMap();
      requests.execute(owner, () -> answer(work, logged, answer));
      return HttpAnswer.later(answer, NO_DEADLINE);
    }

    private static void answer(
        Supplier<HttpAnswer> work,
        Map<String, String> logged,
        CompletableFuture<HttpAnswer> answer) {
      if (logged != null) {
        MDC.setContextMap(logged);
      }
      try {
        answer.complete(work.get());
      } catch (RuntimeException | Error e) {
        answer.completeExceptionally(e);
        throw e;
      } finally {
        MDC.clear();
      }
    }

    void stop() {
      ExecutorStop.orderly(ExecutorStop.USUAL, List.of(threads));
    }
  }
}

package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.PathContainer;
import org.springframework.stereotype.Component;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Finds the endpoint of a method and a path in the table; a known path with another method is 405.
 */
@Component
final class EndpointRouter implements RequestRouter {

  /** The endpoints of one path, by method. */
  private record PathEndpoints(PathPattern pattern, Map<HttpMethod, Endpoint> methods) {}

  private final EndpointInvoker endpointInvoker;
  private final Map<String, PathEndpoints> plain;
  private final List<PathEndpoints> all;

  EndpointRouter(EndpointTable table, EndpointInvoker endpointInvoker) {
    this.endpointInvoker = endpointInvoker;
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
      return Optional.of(endpointInvoker.pathParameter(request));
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
        ? endpointInvoker.wrongMethod(request, pathEndpoints.methods().keySet())
        : endpointInvoker.answer(endpoint, variables, request);
  }
}

package io.tapline.server.http;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * From a method and a path to the endpoint in the table; a known path with another method is 405.
 */
@Component
final class Router implements RouterFunction<ServerResponse> {

  /** The endpoints of one path, by method. */
  private record Place(PathPattern pattern, Map<HttpMethod, Endpoint> methods) {}

  private final Door door;
  private final Map<String, Place> plain;
  private final List<Place> all;

  Router(EndpointTable table, Door door) {
    this.door = door;
    var places = new LinkedHashMap<String, Place>();
    for (var endpoint : table.endpoints()) {
      places
          .computeIfAbsent(endpoint.path(), Router::place)
          .methods()
          .put(endpoint.method(), endpoint);
    }
    this.plain = Map.copyOf(places);
    this.all = new ArrayList<>(places.values());
    // The most specific first, so that /workers/mine would not be taken for a worker's EUID.
    this.all.sort((a, b) -> a.pattern().compareTo(b.pattern()));
  }

  private static Place place(String path) {
    return new Place(
        PathPatternParser.defaultInstance.parse(path),
        new TreeMap<>((a, b) -> a.name().compareTo(b.name())));
  }

  @Override
  public Optional<HandlerFunction<ServerResponse>> route(ServerRequest request) {
    var exact = plain.get(request.path());
    if (exact != null) {
      return Optional.of(handler(exact, Map.of(), request.method()));
    }
    var path = request.requestPath().pathWithinApplication();
    for (var place : all) {
      var match = place.pattern().matchAndExtract(path);
      if (match != null) {
        return Optional.of(handler(place, match.getUriVariables(), request.method()));
      }
    }
    return Optional.empty();
  }

  private HandlerFunction<ServerResponse> handler(
      Place place, Map<String, String> variables, HttpMethod method) {
    // Tomcat leaves the body of an answer to HEAD out by itself.
    var endpoint = place.methods().get(method == HttpMethod.HEAD ? HttpMethod.GET : method);
    return endpoint == null
        ? request -> door.wrongMethod(request, place.methods().keySet())
        : request -> door.answer(endpoint, variables, request);
  }
}

package io.tapline.server.http;

import io.tapline.api.Page;
import io.tapline.api.WordList;
import io.tapline.engine.model.Caller;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;
import org.springframework.http.MediaType;
import tools.jackson.databind.JsonNode;

/** One authorized request at one endpoint. */
public final class EndpointCall {

  private final Endpoint endpoint;
  private final HttpServletRequest request;
  private final Caller caller;
  private final Map<String, String> query;
  private final Map<String, String> path;
  private final BodyReader.HeldBody held;

  EndpointCall(
      Endpoint endpoint,
      HttpServletRequest request,
      Map<String, String> path,
      Caller caller,
      BodyReader.HeldBody held) {
    this.held = held;
    this.endpoint = endpoint;
    this.request = request;
    this.caller = caller;
    this.path = path;
    this.query = StrictText.query(request.getQueryString());
    requireKnown();
  }

  /** A misspelt filter would otherwise be ignored, and the answer would contain everything. */
  private void requireKnown() {
    for (var name : query.keySet()) {
      if (endpoint.query().stream().noneMatch(field -> field.name().equals(name))) {
        throw ProblemException.invalid(
            StrictText.shorten(name), "is not a parameter of " + endpoint.path());
      }
    }
  }

  public Endpoint endpoint() {
    return endpoint;
  }

  public HttpServletRequest request() {
    return request;
  }

  /** The caller; null at an open endpoint. */
  public Caller caller() {
    return caller;
  }

  public long tenantId() {
    return caller.tenantId();
  }

  /** A variable of the path. */
  public String path(String name) {
    return StrictText.withoutNul(path.get(name), name);
  }

  /** A query parameter; null when it is absent or empty. */
  public String text(String name) {
    var value = query.get(name);
    return value == null || value.isEmpty() ? null : value;
  }

  public <E extends Enum<E>> E choice(String name, Class<E> type) {
    return choice(name, type, Enum::name);
  }

  /** One of the wire names of an enumeration. */
  public <E extends Enum<E>> E choice(String name, Class<E> type, Function<E, String> wire) {
    var text = text(name);
    if (text == null) {
      return null;
    }
    return Arrays.stream(type.getEnumConstants())
        .filter(value -> wire.apply(value).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.invalid(
                    name,
                    "'"
                        + StrictText.shorten(text)
                        + "' is not one of "
                        + WordList.and(Arrays.stream(type.getEnumConstants()).map(wire).toList())));
  }

  /** One of the given words, or null. */
  public String oneOf(String name, Collection<String> words) {
    var text = text(name);
    if (text != null && !words.contains(text)) {
      throw ProblemException.invalid(
          name,
          "'"
              + StrictText.shorten(text)
              + "' is not one of "
              + WordList.and(words.stream().sorted().toList()));
    }
    return text;
  }

  /** A time; null when it is absent. */
  public Instant time(String name) {
    var text = text(name);
    try {
      return text == null ? null : TimeText.parse(text);
    } catch (DateTimeException e) {
      throw ProblemException.invalid(
          name, "'" + StrictText.shorten(text) + "' is not a time such as 2026-01-05T12:00:00Z");
    }
  }

  public int whole(String name, int ifAbsent) {
    var text = text(name);
    if (text == null) {
      return ifAbsent;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw ProblemException.invalid(
          name, "'" + StrictText.shorten(text) + "' is not a whole number");
    }
  }

  public int limit() {
    return whole("limit", Page.DEFAULT_LIMIT);
  }

  public String cursor() {
    return text("cursor");
  }

  /** A request header; null when it is absent. */
  public String header(String name) {
    var value = request.getHeader(name);
    return value == null ? null : StrictText.withoutNul(value, name);
  }

  /** The JSON of the body. */
  public JsonNode body() throws IOException {
    // Checked before the body is read, because another content type is refused anyway.
    BodyReader.requireJson(request.getContentType());
    return BodyReader.json(bytes());
  }

  /** The bytes of the body, for endpoints that verify a signature first. */
  public byte[] bytes() throws IOException {
    return held.read(request, endpoint);
  }

  /** Parses these bytes as JSON. */
  public JsonNode body(byte[] bytes) {
    BodyReader.requireJson(request.getContentType());
    return BodyReader.json(bytes);
  }

  /** 200 with a value as JSON. */
  public HttpAnswer ok(Object value) {
    return answer(200, value, Map.of());
  }

  /** Another successful status, with a value as JSON and headers. */
  public HttpAnswer answer(int status, Object value, Map<String, String> headers) {
    return HttpAnswer.bytes(status, MediaType.APPLICATION_JSON_VALUE, Json.bytes(value))
        .headers(headers);
  }

  /** 200 with a value as JSON, and headers. */
  public HttpAnswer ok(Object value, Map<String, String> headers) {
    return answer(200, value, headers);
  }
}

package io.tapline.server.fuzz;

import io.tapline.server.testing.GoodRequests;
import io.tapline.tapdb.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Requests from an OpenAPI document: each operation in turn, each with every role in turn, and what
 * it brings by chance. About a quarter are good as far as the document tells.
 */
final class RequestMaker {

  /** Nobody, garbled, each role, another tenant's; those who may do most come more often. */
  static final List<String> ROLES =
      List.of(
          "acme-admin",
          "acme-service",
          "acme-operator",
          "acme-human",
          "",
          "acme-admin",
          "other-admin",
          "acme-service",
          "other-service",
          "garbled");

  static final String CLOCK = "/api/v1/testing/clock";

  private static final List<String> GARBLED =
      List.of(
          "Bearer",
          "Bearer ",
          "bearer acme-admin",
          "Bearer acme-admin acme-admin",
          "Bearer \u00ff\u00fe",
          "Basic YWNtZTphZG1pbg==",
          "Bearer tapline.acme.Z-TN-1.AAAA",
          "Bearer eyJhbGciOiJub25lIn0.e30.",
          "Bearer " + "x".repeat(3_000));

  /** Beside those that an operation names. */
  private static final List<String> HEADERS =
      List.of(
          "Prefer: wait=0",
          "Prefer: wait=x",
          "Prefer: wait=-1, respond-async",
          "Prefer: ;;;=,",
          "Idempotency-Key: \u00ff",
          "Idempotency-Key: " + "k".repeat(2_000),
          "Idempotency-Key: header-key",
          "Accept: application/xml",
          "Accept: */*;q=x",
          "Accept: nonsense",
          "Accept-Encoding: gzip;q=2, \u00ff",
          "Accept-Language: \u00e9",
          "If-Match: \"*",
          "If-None-Match: *",
          "If-Modified-Since: yesterday",
          "Range: bytes=5-1",
          "Expect: 100-continue",
          "Cookie: tapline_session=tapline.acme.Z-SS-1.x; \u00ff=;;=",
          "X-CSRF-Token: x",
          "Origin: null",
          "X-Forwarded-For: %00, ::1",
          "X-HTTP-Method-Override: DELETE",
          "traceparent: 00-0-0-0",
          "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
          "Last-Event-ID: 99999999999999999999",
          "Content-Encoding: gzip",
          "Upgrade: websocket",
          "X-Long: " + "y".repeat(6_000));

  private static final List<String> CONTENT_TYPES =
      List.of(
          "text/plain",
          "application/json;charset=utf-16",
          "application/json; charset=\"",
          "application/json;charset=nonsense",
          "APPLICATION/JSON",
          "application/*",
          "*/*",
          "multipart/form-data",
          "application/x-www-form-urlencoded",
          ";;",
          "application/problem+json");

  /** For a part of a path or the value of a parameter, as they stand in a target. */
  private static final List<String> TEXTS =
      List.of(
          "",
          "%00",
          "a%00b",
          "%ff",
          "%ed%a0%80",
          "%",
          "%zz",
          "%2e%2e",
          "..",
          "%2F",
          "%252F",
          "%20",
          "'--",
          "%F0%9F%98%80",
          "%C3%A9",
          "-1",
          "0",
          "1.5",
          "1e9",
          "99999999999999999999",
          "NaN",
          "null",
          "true",
          "Z-AA-0",
          "Z-AGX-1AD",
          "ZZ-AGX-1AD",
          "00000000-0000-0000-0000-000000000000",
          "10000-01-01T00:00:00Z",
          "-0001-01-01T00:00:00Z",
          "%2B999999999-12-31T23:59:59Z",
          "9999-12-31T23:59:59.9999999-18:00",
          "294277-01-01T00:00:00Z",
          "2026-01-05T12:00:00Z",
          "a;b=c",
          "a:b:c",
          "@internal:x:y",
          "x".repeat(300),
          "x".repeat(3_000));

  /** A part of the document. */
  record Operation(String method, String path, JsonNode described) {}

  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, GoodRequests.Good> good = new TreeMap<>();
  private final KnownValues known;
  private final Random random;
  private final ValueMaker values;

  RequestMaker(
      JsonNode document, Map<String, GoodRequests.Good> good, KnownValues known, long seed) {
    this.known = known;
    this.random = new Random(seed);
    this.values = new ValueMaker(document, known, random);
    this.good.putAll(good);
    for (var path : document.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        operations.add(
            new Operation(
                operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue()));
      }
    }
  }

  List<Operation> operations() {
    return operations;
  }

  FuzzRequest next(int number) {
    var operation = operations.get(number % operations.size());
    var role = ROLES.get(number / operations.size() % ROLES.size());
    var base = good.get(operation.method() + " " + operation.path());
    var asBase = base != null && values.chance(60);
    var headers = new ArrayList<String>();
    if (!role.isEmpty()) {
      headers.add(
          "Authorization: " + (role.equals("garbled") ? values.one(GARBLED) : "Bearer " + role));
    }
    headers(operation, headers);
    byte[] body = null;
    if (operation.described().has("requestBody")) {
      body = body(number, operation, asBase ? base : null);
      headers.add(
          "Content-Type: " + (values.chance(95) ? "application/json" : values.one(CONTENT_TYPES)));
    } else if (values.chance(5)) {
      body = "{\"a\":1}".getBytes(StandardCharsets.UTF_8);
      headers.add("Content-Type: " + values.one(CONTENT_TYPES));
    }
    var target = asBase && values.chance(80) ? base.target() : path(operation);
    return new FuzzRequest(
        number,
        operation.method() + " " + operation.path(),
        role,
        operation.method().equals("GET") && values.chance(3) ? "HEAD" : operation.method(),
        target + query(operation),
        List.copyOf(headers),
        body);
  }

  private String path(Operation operation) {
    var parts = new ArrayList<String>();
    for (var part : operation.path().split("/", -1)) {
      if (!part.startsWith("{")) {
        parts.add(part);
      } else if (values.chance(80)) {
        var meant = known.pick(part.substring(1, part.length() - 1), random);
        parts.add(meant == null ? "x" + random.nextInt(10) : percent(meant));
      } else {
        parts.add(values.one(TEXTS));
      }
    }
    return String.join("/", parts);
  }

  private String query(Operation operation) {
    var pairs = new ArrayList<String>();
    for (var parameter : operation.described().path("parameters")) {
      if (parameter.path("in").asString().equals("query") && values.chance(30)) {
        var name = parameter.path("name").asString();
        pairs.add(name + "=" + queryValue(name, parameter.path("schema")));
        if (values.chance(2)) {
          pairs.add(name + "=1");
        }
      }
    }
    if (values.chance(3)) {
      pairs.add(values.one(List.of("nonsense=1", "=", "%00=1", "%zz", "&&", "a=%", "\u00e9=1")));
    }
    return pairs.isEmpty() ? "" : "?" + String.join("&", pairs);
  }

  private String queryValue(String name, JsonNode schema) {
    if (values.chance(30)) {
      return values.one(TEXTS);
    }
    var text = values.fitting(name, schema, 0);
    return percent(text.startsWith("\"") ? Json.parse(text).asString() : text);
  }

  private static String percent(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private void headers(Operation operation, List<String> headers) {
    for (var parameter : operation.described().path("parameters")) {
      if (parameter.path("in").asString().equals("header") && values.chance(30)) {
        var name = parameter.path("name").asString();
        // The run waits for every answer, so no request asks for a long wait.
        headers.add(name + ": " + (name.equals("Prefer") ? "wait=0" : values.one(HEADER_VALUES)));
      }
    }
    while (values.chance(15)) {
      headers.add(values.one(HEADERS));
    }
  }

  private static final List<String> HEADER_VALUES =
      List.of("acme", "1", "-1", "x", "", "\u00ff", "0".repeat(64), "a b", "1767614400", "Z-AA-1");

  private byte[] body(int number, Operation operation, GoodRequests.Good base) {
    var schema = operation.described().at("/requestBody/content/application~1json/schema");
    boolean batch = schema.has("oneOf");
    var one = values.resolved(batch ? schema.at("/oneOf/0") : schema);
    var text =
        batch && values.chance(20)
            ? "{\"items\":[" + items(number, one, base) + "]}"
            : object(number, operation, one, base);
    return values.chance(92) ? text.getBytes(StandardCharsets.UTF_8) : spoilt(text);
  }

  private String items(int number, JsonNode one, GoodRequests.Good base) {
    var items = new ArrayList<String>();
    for (int n = random.nextInt(4); n >= 0; n--) {
      items.add(
          values.chance(5)
              ? values.one(ValueMaker.NASTY)
              : object(number * 10 + n, null, one, base));
    }
    return String.join(",", items);
  }

  private String object(int number, Operation operation, JsonNode schema, GoodRequests.Good base) {
    Map<String, String> fields = values.fields(schema, 0);
    if (base != null) {
      var own = new LinkedHashMap<String, String>();
      Json.tree(base.body())
          .properties()
          .forEach(f -> own.put(f.getKey(), f.getValue().toString()));
      if (values.chance(30)) {
        fields.forEach(own::putIfAbsent);
      }
      fields = own;
    }
    if (schema.path("properties").has("idempotency_key") && values.chance(95)) {
      fields.put("idempotency_key", "\"fuzz-" + number + "\"");
    }
    if (values.chance(70)) {
      mutate(fields, schema);
    }
    if (operation != null
        && operation.path().equals(CLOCK)
        && fields.containsKey("advance_seconds")) {
      // The clock stays: what lapses is settled by the request that meets it, even if it is
      // refused.
      fields.put("advance_seconds", values.one(List.of("0", "-1", "1e300", "\"1\"", "null")));
    }
    return ValueMaker.object(fields);
  }

  private void mutate(Map<String, String> fields, JsonNode schema) {
    var names = List.copyOf(schema.path("properties").propertyNames());
    for (int n = values.chance(70) ? 1 : 3; n > 0; n--) {
      var name =
          !fields.isEmpty() && (names.isEmpty() || values.chance(50))
              ? values.one(List.copyOf(fields.keySet()))
              : names.isEmpty() ? "nonsense" : values.one(names);
      switch (random.nextInt(10)) {
        case 0 -> fields.remove(name);
        case 1 ->
            fields.put(values.one(List.of("nonsense", "", "\u0000", "__proto__", "Reason")), "1");
        case 2, 3 ->
            fields.put(name, values.fitting(name, schema.path("properties").path(name), 0));
        default -> fields.put(name, values.nasty(schema.path("properties").path(name)));
      }
    }
  }

  /** No longer what it was, mostly no JSON, sometimes not even text. */
  private byte[] spoilt(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return switch (random.nextInt(9)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length));
      case 1 -> (text + text).getBytes(StandardCharsets.UTF_8);
      case 2 -> text.getBytes(StandardCharsets.UTF_16);
      case 3 -> ("\uFEFF" + text).getBytes(StandardCharsets.UTF_8);
      case 4 -> "<a>not JSON</a>".getBytes(StandardCharsets.UTF_8);
      case 5 -> ("{\"reason\":1," + text.substring(1)).getBytes(StandardCharsets.UTF_8);
      case 6 -> "[".repeat(20_000).getBytes(StandardCharsets.UTF_8);
      case 7 -> new byte[0];
      default -> {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        yield bytes;
      }
    };
  }
}

package io.tapline.server.testing;

import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Bad requests for every operation of an OpenAPI document. Each is a good one with one thing made
 * wrong, so that it must be refused.
 */
public final class BadRequests {

  private static final String ACTIONS = "/api/v1/execution/actions/";

  /** More than any request may be. */
  private static final int TOO_LARGE = 10 * 1024 * 1024;

  /** Any value is welcome there, since it is not looked at. */
  private static final Set<String> UNREAD = Set.of("payload_hash");

  /** Any text is welcome there, since the lease says it already or nothing is made of it. */
  private static final Set<String> ANY_TEXT =
      Set.of("renew-lease subject_euid", "renew-lease reason", "release-lease subject_euid");

  /** A room may be called so. */
  private static final Set<String> ANY_ROOM = Set.of("%F0%9F%98%80", "'--");

  /** The defect of a request, and its bytes, created when they are sent: some are large. */
  public record Bad(String what, Supplier<byte[]> bytes) {}

  private final JsonNode document;
  private final GoodRequests good;
  private final Random random;
  private final List<Bad> all = new ArrayList<>();

  private BadRequests(JsonNode document, GoodRequests good, Random random) {
    this.document = document;
    this.good = good;
    this.random = random;
  }

  public static List<Bad> of(JsonNode document, GoodRequests good, long seed) {
    var requests = new BadRequests(document, good, new Random(seed));
    for (var path : document.path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        requests.operation(
            operation.getKey().toUpperCase(Locale.ROOT), path.getKey(), operation.getValue());
      }
    }
    return requests.all;
  }

  private void operation(String method, String path, JsonNode operation) {
    var target = path.replaceAll("\\{[^}]*}", "Z-AGX-1AD");
    var token = "acme-admin";
    paths(method, path, token);
    methods(target, document.path("paths").path(path), token);
    queries(method, target, operation, token);
    credentials(method, target, operation);
    if (operation.has("requestBody")) {
      bodies(path, operation);
      media(method, target, token);
    }
  }

  private static String action(String path) {
    return path.substring(ACTIONS.length());
  }

  // Paths

  private void paths(String method, String path, String token) {
    var plain = path.replaceAll("\\{[^}]*}", "Z-AGX-1AD");
    var wrong =
        new ArrayList<>(
            List.of(
                plain + "/",
                "/" + plain,
                plain.replaceFirst("/", "/%2e%2e/"),
                plain + "/%2e%2e/%2e%2e/etc/passwd",
                plain + "/../x",
                plain + "%00",
                plain + "%ff",
                plain + "%zz",
                plain + "%",
                plain + "%2F",
                plain + "\\..\\x",
                plain + "/" + "x".repeat(7_000),
                plain + "x".repeat(20_000),
                plain.toUpperCase(Locale.ROOT) + "X",
                plain + "{}",
                plain + "|",
                plain + "\u00e9",
                plain + "%ed%a0%80",
                plain + "%c0%ae"));
    if (path.contains("{")) {
      for (var value :
          List.of("%00", "%ff", "%2e%2e", "..", "%20", "x".repeat(5_000), "%F0%9F%98%80", "'--")) {
        if (!ANY_ROOM.contains(value) || !path.contains("{room}")) {
          wrong.add(path.replaceAll("\\{[^}]*}", value));
        }
      }
    }
    for (var target : wrong) {
      add(
          "path " + shorten(target),
          request(method, target, token, method.equals("GET") ? null : "{}"));
    }
  }

  private void methods(String target, JsonNode known, String token) {
    for (var method :
        List.of(
            "GET",
            "POST",
            "PUT",
            "PATCH",
            "DELETE",
            "PROPFIND",
            "TRACE",
            "CONNECT",
            "get",
            "FOO",
            "G(T",
            "X".repeat(5_000))) {
      if (!known.has(method.toLowerCase(Locale.ROOT)) || method.equals("get")) {
        add("method " + shorten(method) + " " + target, request(method, target, token, "{}"));
      }
    }
  }

  // Parameters

  private void queries(String method, String target, JsonNode operation, String token) {
    if (!method.equals("GET")) {
      return;
    }
    var wrong =
        new ArrayList<>(
            List.of(
                "nonsense=1", "=", "%00=1", "%zz=1", "a=%", "limit%00=1", "x".repeat(200) + "=1"));
    for (var parameter : operation.path("parameters")) {
      if (!parameter.path("in").asString().equals("query")) {
        continue;
      }
      var name = parameter.path("name").asString();
      wrong.addAll(
          List.of(
              name + "=%00",
              name + "=%ff",
              name + "=%",
              name + "=1&" + name + "=2",
              name + "[]=1"));
      var schema = parameter.path("schema");
      if (schema.path("type").asString().equals("integer")) {
        for (var value : List.of("x", "0x10", "1.5", "-1", "0", "1e3", "99999999999999999999")) {
          if (!value.equals("0") || schema.path("minimum").asLong() > 0) {
            wrong.add(name + "=" + percent(value));
          }
        }
      } else if (schema.has("enum")) {
        wrong.add(name + "=NONSENSE");
        wrong.add(name + "=" + percent("RÉADY"));
      }
    }
    for (var query : wrong) {
      add(
          "query " + target + "?" + shorten(query),
          request(method, target + "?" + query, token, null));
    }
  }

  private void credentials(String method, String target, JsonNode operation) {
    if (operation.path("security").isEmpty()) {
      return;
    }
    for (var value :
        List.of(
            "",
            "Bearer",
            "Bearer ",
            "Basic YTpi",
            "Bearer \u00e9",
            "Bearer a b",
            "Bearer " + "x".repeat(5_000))) {
      var head = method + " " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
      add(
          "credentials " + shorten(value) + " " + target,
          (head + "Authorization: " + value + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  // Bodies

  private void media(String method, String target, String token) {
    for (var header :
        List.of(
            "Content-Type: text/plain",
            "Content-Type: application/x-www-form-urlencoded",
            "Content-Type: multipart/form-data",
            "Content-Type: application/json; charset=\"",
            "Content-Type: */",
            "Content-Type: ;;;",
            "X: y")) {
      add("media " + header + " " + target, request(method, target, token, utf8("{}"), header));
    }
    for (var header :
        List.of(
            "Idempotency-Key: " + "x".repeat(5_000),
            "Idempotency-Key: \u0001",
            "Idempotency-Key: \u00e9\u00ff",
            "traceparent: " + "0".repeat(2_000),
            "Prefer: wait=-1",
            "Prefer: wait=99999999999999",
            "Prefer: wait=x",
            "Accept: image/png",
            "Accept: nonsense",
            "Accept-Encoding: \u00ff",
            "Expect: nonsense",
            "Range: bytes=0-1",
            "Transfer-Encoding: nonsense",
            "Content-Encoding: gzip",
            "Cookie: \u00ff=;;=",
            "X-Forwarded-For: %00",
            " folded: header",
            "no colon")) {
      add(
          "header " + shorten(header) + " " + target,
          request(
              method,
              target,
              token,
              utf8("{\"nonsense\":1}"),
              "Content-Type: application/json\r\n" + header));
    }
    var head =
        method
            + " "
            + target
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
            + token
            + "\r\nContent-Type: application/json\r\n";
    for (var rest :
        List.of(
            "Content-Length: -1\r\n\r\n[]",
            "Content-Length: x\r\n\r\n[]",
            "Content-Length: 2\r\nContent-Length: 3\r\n\r\n[]",
            "Content-Length: 99999999999999999999\r\n\r\n[]",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n[]\r\n0\r\n\r\n",
            "Content-Length: 0\r\n\r\n")) {
      add(
          "length " + rest.strip() + " " + target,
          (head + rest).getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private void bodies(String path, JsonNode operation) {
    var schema = operation.at("/requestBody/content/application~1json/schema");
    boolean batch = schema.has("oneOf");
    var one = resolved(batch ? schema.at("/oneOf/0") : schema);
    var asked = good.at(path);
    var base = (ObjectNode) Json.tree(asked.body());
    var token = asked.token();
    var target = asked.target();
    boolean strict = !one.path("additionalProperties").asBoolean(false);
    texts(asked.method(), target, base, token, strict);
    var mutations = new ArrayList<String>();
    for (var name : one.path("required")) {
      mutations.add(changed(base, body -> body.remove(name.asString())));
      mutations.add(changed(base, body -> body.putNull(name.asString())));
    }
    for (var property : one.path("properties").properties()) {
      if (!UNREAD.contains(property.getKey())) {
        for (var value : wrong(property.getKey(), path, property.getValue())) {
          mutations.add(inserted(base, property.getKey(), value));
        }
      }
    }
    if (strict) {
      for (var name : List.of("nonsense", "", "__proto__", "Subject_euid", "x".repeat(3_000))) {
        mutations.add(inserted(base, name, "1"));
      }
    }
    for (var body : mutations) {
      add("body " + path + " " + shorten(body), request(asked.method(), target, token, body));
    }
    if (batch) {
      batches(
          path, schema.at("/oneOf/1/properties/items/maxItems").asInt(), base, mutations, token);
    }
  }

  private void texts(String method, String path, ObjectNode base, String token, boolean strict) {
    var text = base.toString();
    var start = text.substring(0, text.length() - 1);
    var bytes = new ArrayList<byte[]>();
    for (var body :
        List.of(
            "",
            " ",
            "null",
            "7",
            "\"x\"",
            "[]",
            "[" + text + "]",
            text + text,
            text + "x",
            start,
            start + ",}",
            start + ",\"a\":1,\"a\":2}",
            "\uFEFF" + text,
            "{'a':1}",
            "{a:1}",
            "NaN",
            "/**/" + text,
            "{\"a\":".repeat(100),
            start + ",\"nonsense\":" + "9".repeat(5_000) + "}",
            start + ",\"reason\":\"\u0001\"}")) {
      bytes.add(utf8(body));
    }
    if (strict) {
      // Else nobody looks at them.
      bytes.add(utf8(start + ",\"nonsense\":1e999999999}"));
      bytes.add(utf8(start + ",\"nonsense\":\"\\ud800\"}"));
      bytes.add(utf8(start + ",\"\\u0000\":1}"));
    }
    for (var name : base.propertyNames()) {
      bytes.add(utf8("{\"" + name + "\":" + base.get(name) + "," + text.substring(1)));
    }
    bytes.add(text.getBytes(StandardCharsets.UTF_16));
    bytes.add(spoilt(text, (byte) 0xff));
    bytes.add(spoilt(text, (byte) 0xc0));
    bytes.add(spoilt(text, (byte) 0));
    bytes.add(spoilt(text, (byte) 0xed));
    large(method, path, token, () -> new byte[TOO_LARGE]);
    large(method, path, token, () -> utf8("{\"x\":\"" + "x".repeat(TOO_LARGE) + "\"}"));
    large(method, path, token, () -> utf8("[".repeat(100_000)));
    large(method, path, token, () -> utf8("{\"reason\":\"" + "\\u00e9".repeat(500_000) + "\"}"));
    for (var body : bytes) {
      add(
          "text "
              + path
              + " "
              + shorten(
                  new String(body, 0, Math.min(200, body.length), StandardCharsets.ISO_8859_1)),
          request(method, path, token, body, "Content-Type: application/json"));
    }
  }

  private void large(String method, String path, String token, Supplier<byte[]> body) {
    all.add(
        new Bad(
            "large " + path,
            () -> request(method, path, token, body.get(), "Content-Type: application/json")));
  }

  private byte[] spoilt(String text, byte with) {
    var bytes = utf8(text);
    bytes[1 + random.nextInt(bytes.length - 2)] = with;
    return bytes;
  }

  private void batches(
      String path, int most, ObjectNode base, List<String> mutations, String token) {
    var items = new ArrayList<>(List.of("7", "{}", "[]", "\"x\"", "null"));
    items.add("[" + "{},".repeat(most) + "{}]");
    for (var value : items) {
      add(
          "items " + path + " " + shorten(value),
          request("POST", path, token, "{\"items\":" + value + "}"));
    }
    add("items beside " + path, request("POST", path, token, inserted(base, "items", "[{}]")));
    for (int i = 0; i < 20; i++) {
      var bad = new ArrayList<String>();
      for (int n = 1 + random.nextInt(5); n > 0; n--) {
        bad.add(mutations.get(random.nextInt(mutations.size())));
      }
      add(
          "batch " + path + " " + shorten(bad.toString()),
          request("POST", path, token, "{\"items\":[" + String.join(",", bad) + "]}"));
    }
  }

  /** JSON texts that are wrong for a field. */
  private List<String> wrong(String name, String path, JsonNode schema) {
    var type = schema.path("type").asString("any");
    var wrong = new ArrayList<String>();
    if (path.startsWith(ACTIONS) && ANY_TEXT.contains(action(path) + " " + name)) {
      return List.of("7", "true", "[]", "{}", "[\"x\"]", "1e400");
    }
    switch (type) {
      case "string" -> {
        wrong.addAll(
            List.of("7", "true", "[]", "{}", "[\"x\"]", "1e400", "\"a\\u0000b\"", "\"\\ud800\""));
        if (schema.has("enum")) {
          wrong.addAll(List.of("\"NONSENSE\"", "\"\"", "\"" + "X".repeat(1_000) + "\""));
        } else if (schema.has("format")) {
          wrong.addAll(
              List.of(
                  "\"yesterday\"",
                  "\"2026-13-45T99:99:99Z\"",
                  "\"2026-01-05T12:00:00\"",
                  "\"\"",
                  "\"+999999999-12-31T23:59:59.999999999Z\"",
                  "\"-99999-01-01T00:00:00Z\""));
        } else {
          wrong.add("\"" + "x".repeat(schema.path("maxLength").asInt() + 1) + "\"");
        }
      }
      case "integer" -> {
        wrong.addAll(
            List.of(
                "\"7\"",
                "true",
                "[]",
                "{}",
                "1.5",
                "1e400",
                "-1e400",
                "9".repeat(40),
                "\"\"",
                "9".repeat(900)));
        wrong.add(Json.tree(schema.path("minimum").asLong() - 1).toString());
        if (schema.path("maximum").asLong() < Long.MAX_VALUE) {
          wrong.add(Json.tree(schema.path("maximum").asLong() + 1).toString());
        }
      }
      case "number" -> {
        wrong.addAll(List.of("\"7\"", "true", "[]", "{}", "1e400", "-1e400", "NaN", "-Infinity"));
        wrong.add(String.valueOf(schema.path("minimum").asDouble() - 1));
        wrong.add(String.valueOf(schema.path("maximum").asDouble() + 1));
      }
      case "boolean" -> wrong.addAll(List.of("0", "1", "\"true\"", "[]", "{}", "TRUE"));
      case "array" -> {
        wrong.addAll(List.of("7", "\"x\"", "{}", "true", "[null]", "[[]]", "[7]", "[\"x\",{}]"));
        wrong.add("[" + "\"x\",".repeat(schema.path("maxItems").asInt()) + "\"x\"]");
        for (var item : wrong(name, path, schema.path("items"))) {
          wrong.add("[" + item + "]");
        }
      }
      case "object" -> {
        wrong.addAll(List.of("7", "\"x\"", "[]", "true"));
        // An object without described fields accepts any.
        if (schema.has("properties")) {
          wrong.add("{\"nonsense\":1}");
        }
        for (var inner : schema.path("properties").properties()) {
          for (var value : wrong(inner.getKey(), path, inner.getValue())) {
            wrong.add("{\"" + inner.getKey() + "\":" + value + "}");
          }
        }
      }
      default -> {
        // Any JSON, but not such as cannot be read or kept. What is not kept is not looked at.
        wrong.add("[".repeat(80) + "]".repeat(80));
        wrong.add("{\"a\":".repeat(500) + "1" + "}".repeat(500));
        wrong.add("{\"a\":01}");
        if (!name.equals("payload") || path.endsWith("/claim")) {
          wrong.addAll(List.of("\"a\\u0000\"", "{\"\\u0000\":1}", "{\"a\":[\"\\ud800\"]}"));
        }
        if (name.equals("properties")) {
          wrong.addAll(List.of("7", "\"x\"", "[]", "true"));
        }
      }
    }
    return wrong;
  }

  private JsonNode resolved(JsonNode schema) {
    var reference = schema.path("$ref").asString("");
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }

  // Bytes

  private interface Change {
    void apply(ObjectNode body);
  }

  private static String changed(ObjectNode base, Change change) {
    var body = base.deepCopy();
    change.apply(body);
    return body.toString();
  }

  /** As text, since some of the values cannot be made as a tree. */
  private static String inserted(ObjectNode base, String name, String value) {
    var rest = base.deepCopy();
    rest.remove(name);
    var text = rest.toString();
    return "{" + Json.tree(name) + ":" + value + (rest.isEmpty() ? "}" : "," + text.substring(1));
  }

  private void add(String what, byte[] bytes) {
    all.add(new Bad(what, () -> bytes));
  }

  private static byte[] request(String method, String target, String token, String body) {
    return body == null
        ? request(method, target, token, (byte[]) null, null)
        : request(method, target, token, utf8(body), "Content-Type: application/json");
  }

  private static byte[] request(
      String method, String target, String token, byte[] body, String header) {
    var head =
        method
            + " "
            + target
            + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
            + token
            + "\r\n"
            + (header == null ? "" : header + "\r\n")
            + (body == null ? "" : "Content-Length: " + body.length + "\r\n")
            + "\r\n";
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    if (body != null) {
      bytes.writeBytes(body);
    }
    return bytes.toByteArray();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String percent(String text) {
    return java.net.URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String shorten(String text) {
    return text.length() > 300 ? text.substring(0, 300) + "…" : text;
  }
}

package io.tapline.server.conversation;

import io.tapline.tapdb.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * {@code > WHO METHOD TARGET [Header: value] BODY}: one HTTP request. {@code [Read: 3]} reads so
 * many events of a stream and hangs up; {@code [Show: head]} tells an excerpt of a long body
 * ({@link BodyExcerpt}); {@code [Sign: SECRET]} signs a callback.
 */
final class HttpExchange implements StepRunner {

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final Pattern LINE =
      Pattern.compile(
          "(\\S+) (GET|POST|PUT|PATCH|DELETE|HEAD) (\\S+)((?: \\[[A-Za-z-]+: [^\\]]*])*)(?:"
              + " (.*))?");
  private static final Pattern HEADER = Pattern.compile("\\[([^:\\]]+): ([^\\]]*)]");

  /** Headers of the connection, not of the answer; and the id, which is new for each request. */
  private static final Set<String> UNTOLD =
      Set.of(
          "date",
          // The length of the identifiers decides whether an answer is large enough to be
          // compressed.
          "vary",
          "content-length",
          "connection",
          "keep-alive",
          "transfer-encoding",
          "x-request-id");

  /** Those that every answer has; one that lacks them, or has another value, says so. */
  private static final Map<String, String> USUAL =
      new TreeMap<>(
          Map.of(
              "cache-control",
              "no-store",
              "content-security-policy",
              "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                  + " font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
                  + " frame-ancestors 'none'",
              "cross-origin-opener-policy",
              "same-origin",
              "cross-origin-resource-policy",
              "same-origin",
              "referrer-policy",
              "no-referrer",
              "x-content-type-options",
              "nosniff",
              "x-frame-options",
              "DENY"));

  private final URI server;
  private final UnaryOperator<String> tokens;
  private final Runnable feedAwaited;
  private final CallbackSigner signer;

  /**
   * @param tokens the bearer token of someone whom a script names; null for none
   * @param feedAwaited until all that was done can be read as events
   */
  HttpExchange(
      URI server, UnaryOperator<String> tokens, Runnable feedAwaited, CallbackSigner signer) {
    this.server = server;
    this.signer = signer;
    this.tokens = tokens;
    this.feedAwaited = feedAwaited;
  }

  @Override
  public StepAnswer run(String request, AnswerNormalizer normalizer) throws Exception {
    var line = LINE.matcher(request);
    if (!line.matches()) {
      throw new AssertionError("not '> WHO METHOD TARGET [Header: value] BODY': " + request);
    }
    var target =
        line.group(3).startsWith("/") ? line.group(3) : "/api/v1/execution/" + line.group(3);
    if (target.contains("events") || target.contains("activity") || target.contains("changes")) {
      feedAwaited.run();
    }
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    HEADER.matcher(line.group(4)).results().forEach(h -> headers.put(h.group(1), h.group(2)));
    var read = headers.remove("Read");
    var show = headers.remove("Show");
    var secret = headers.remove("Sign");
    if (secret != null) {
      headers.putAll(signer.headers(secret, target, line.group(5)));
    }
    var sent = sent(line.group(1), line.group(2), target, headers, line.group(5));
    var answer = CLIENT.send(sent, HttpResponse.BodyHandlers.ofInputStream());
    String body;
    try (var in = answer.body()) {
      body =
          read == null
              ? new String(in.readAllBytes(), StandardCharsets.UTF_8)
              : events(in, Integer.parseInt(read));
    }
    var lines = new ArrayList<String>();
    lines.add(String.valueOf(answer.statusCode()));
    lines.addAll(headers(answer, normalizer));
    lines.addAll(
        show == null || answer.statusCode() >= 400
            ? body(type(answer.headers()), body, normalizer)
            : BodyExcerpt.lines(show, body));
    return new StepAnswer(lines, where -> kept(answer.headers(), body, where));
  }

  private HttpRequest sent(
      String who, String method, String target, Map<String, String> headers, String body) {
    var request =
        HttpRequest.newBuilder(URI.create(server + target))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    var token = tokens.apply(who);
    if (token != null) {
      request.header("Authorization", "Bearer " + token);
    }
    if (body != null && !headers.containsKey("Content-Type")) {
      request.header("Content-Type", "application/json");
    }
    headers.forEach(request::header);
    return request.build();
  }

  private static String type(HttpHeaders headers) {
    return headers.firstValue("Content-Type").orElse("");
  }

  private static List<String> headers(HttpResponse<?> answer, AnswerNormalizer normalizer) {
    var lines = new ArrayList<String>();
    var told = new TreeMap<String, List<String>>();
    var usualType = answer.statusCode() < 400 ? "application/json" : "application/problem+json";
    answer
        .headers()
        .map()
        .forEach((name, values) -> told.put(name.toLowerCase(Locale.ROOT), values));
    told.keySet().removeAll(UNTOLD);
    for (var usual : USUAL.entrySet()) {
      if (!told.containsKey(usual.getKey())) {
        lines.add("without " + usual.getKey());
      } else if (told.get(usual.getKey()).equals(List.of(usual.getValue()))) {
        told.remove(usual.getKey());
      }
    }
    told.remove("content-type", List.of(usualType));
    told.forEach(
        (name, values) -> {
          for (var value : values) {
            lines.add(name + ": " + normalizer.text(value));
          }
        });
    return lines;
  }

  private static List<String> body(String type, String body, AnswerNormalizer normalizer) {
    if (body.isEmpty()) {
      return List.of();
    }
    if (type.contains("json")) {
      return new AnswerPrinter(normalizer).lines(Json.parse(body));
    }
    if (type.startsWith("text/event-stream")) {
      var lines = new ArrayList<String>();
      for (var line : body.split("\n")) {
        if (line.startsWith("data: ")) {
          lines.addAll(new AnswerPrinter(normalizer).lines(Json.parse(line.substring(6))));
        } else if (line.startsWith("id: ")) {
          lines.add("id: " + normalizer.numbered("cursor", line.substring(4)));
        } else {
          lines.add(line);
        }
      }
      return lines;
    }
    return normalizer.text(body).lines().toList();
  }

  /** The lines of so many events, without the comments that keep a quiet stream open. */
  private static String events(InputStream in, int count) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    var text = new StringBuilder();
    int seen = 0;
    for (var line = count == 0 ? null : lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.startsWith(":") && !line.isEmpty()) {
        text.append(line).append('\n');
      }
      if (line.startsWith("data: ") && ++seen == count) {
        break;
      }
    }
    return text.toString();
  }

  private static String kept(HttpHeaders headers, String body, String where) {
    if (!where.startsWith("/")) {
      return headers.firstValue(where).map(value -> value.split(";")[0]).orElse(null);
    }
    var node = Json.parse(body).at(where);
    return node.isMissingNode() || node.isNull() ? null : node.asString();
  }
}

package io.tapline.bench.site;

import io.tapline.tapdb.Json;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads of a server, each of which must succeed. */
public final class HttpReads {

  private static final int OK = 200;

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String address;
  private final String token;

  public HttpReads(String address, String token) {
    this.address = address;
    this.token = token;
  }

  /** Sends all requests in parallel, as a browser does; returns after the last answer. */
  public void get(List<String> paths) {
    var answers = paths.stream().map(this::send).toList();
    answers.forEach(CompletableFuture::join);
  }

  /**
   * One text from an answer, encoded for a query.
   *
   * @return empty when the answer does not contain it
   */
  public String first(String path, String pointer) {
    var found = Json.parse(send(path).join()).at(pointer);
    return found.isString() ? URLEncoder.encode(found.stringValue(), StandardCharsets.UTF_8) : "";
  }

  private CompletableFuture<String> send(String path) {
    var request =
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Authorization", "Bearer " + token)
            .build();
    return client
        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
        .thenApply(answer -> body(path, answer));
  }

  private static String body(String path, HttpResponse<String> answer) {
    if (answer.statusCode() != OK) {
      throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
    }
    return answer.body();
  }
}

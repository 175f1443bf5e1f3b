package io.tapline.server.events;

import io.tapline.server.testing.HttpApi;
import io.tapline.tapdb.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A client of server-sent events, as a browser is one. */
public final class EventReader implements AutoCloseable {

  /** One event as it came. */
  public record Received(String id, String event, JsonNode data) {
    String name() {
      return event + " " + data.path("id").asString();
    }
  }

  private final HttpResponse<InputStream> response;
  private final BufferedReader lines;

  /** The Last-Event-ID of a browser. */
  private String lastId;

  public EventReader(HttpApi who, String query) throws IOException, InterruptedException {
    response = who.stream("events/stream" + query, HttpResponse.BodyHandlers.ofInputStream());
    lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  HttpResponse<InputStream> response() {
    return response;
  }

  String lastId() {
    return lastId;
  }

  /** The next event; null when the server ends the stream. */
  public Received next() throws IOException {
    String event = null;
    StringBuilder data = new StringBuilder();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.isEmpty()) {
        if (data.length() > 0) {
          return new Received(lastId, event, Json.parse(data.toString()));
        }
        event = null;
      } else if (line.startsWith("id: ")) {
        lastId = line.substring(4);
      } else if (line.startsWith("event: ")) {
        event = line.substring(7);
      } else if (line.startsWith("data: ")) {
        data.append(line.substring(6));
      } else if (!line.startsWith(":") && !line.startsWith("retry: ")) {
        throw new AssertionError("not a line of an event stream: " + line);
      }
    }
    return null;
  }

  /** The next comment, past whatever else there is; null when the server ends the stream. */
  String comment() throws IOException {
    var line = lines.readLine();
    while (line != null && !line.startsWith(":")) {
      line = lines.readLine();
    }
    return line;
  }

  List<Received> next(int count) throws IOException {
    var all = new ArrayList<Received>();
    for (int i = 0; i < count; i++) {
      var one = next();
      if (one == null) {
        throw new AssertionError("the stream ended after " + all.size() + " of " + count);
      }
      all.add(one);
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}

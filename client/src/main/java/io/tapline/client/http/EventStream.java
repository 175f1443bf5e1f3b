package io.tapline.client.http;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.UnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Events in the order of their creation, each at least once: after a disconnection the stream
 * reconnects and continues after the last event. One thread may read at a time; any thread may call
 * {@link #close}.
 */
public final class EventStream implements AutoCloseable {

  /**
   * The server sends a keep-alive every 15 seconds; after three missed ones the connection counts
   * as dead.
   */
  private static final Duration SILENCE = Duration.ofSeconds(45);

  private final TaplineHttp http;
  private final URI uri;
  private final Backoff backoff = new Backoff();
  private AnswerLines lines;
  private String lastId;
  private final StringBuilder data = new StringBuilder();
  private volatile boolean closed;

  EventStream(TaplineHttp http, URI uri) {
    this.http = http;
    this.uri = uri;
  }

  /** Waits for the next event; empty on timeout or when the stream is closed. */
  public Optional<JsonNode> next(Duration patience) {
    long until = System.nanoTime() + patience.toNanos();
    while (!closed && !http.exchange().closed()) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return Optional.empty();
      }
      var event = connected() ? read(left) : null;
      if (event != null) {
        return Optional.of(event);
      }
    }
    return Optional.empty();
  }

  /**
   * Position of the stream; a later stream that starts with it as {@code after} continues from
   * here.
   */
  public String lastId() {
    return lastId;
  }

  private boolean connected() {
    if (lines != null) {
      return true;
    }
    try {
      lines = connect();
      return true;
    } catch (IOException | UnavailableException e) {
      TaplineHttp.pause(backoff.next());
      return false;
    }
  }

  private AnswerLines connect() throws IOException {
    var headers = lastId == null ? Map.<String, String>of() : Map.of("Last-Event-ID", lastId);
    var fresh = new AnswerLines();
    data.setLength(0);
    HttpResponse<Void> response =
        http.exchange().send(http.request(uri, headers).GET().build(), fresh, http.timeout());
    if (response.statusCode() != 200) {
      throw AnswerReader.failure(response, fresh.problem(), fresh.type());
    }
    return fresh;
  }

  /** Null on timeout or when the connection broke. */
  private JsonNode read(long nanos) {
    try {
      var line = lines.poll(Math.min(nanos, SILENCE.toNanos()), TimeUnit.NANOSECONDS);
      if (line != null) {
        return line.equals(AnswerLines.END) ? broken() : take(line);
      }
      return lines.silentFor(SILENCE) ? broken() : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedCallException(e);
    }
  }

  private JsonNode broken() {
    lines.cancel();
    lines = null;
    TaplineHttp.pause(backoff.next());
    return null;
  }

  private JsonNode take(String line) {
    backoff.reset();
    if (line.startsWith("id:")) {
      lastId = line.substring(3).strip();
    } else if (line.startsWith("data:")) {
      data.append(line.substring(5).strip());
    } else if (line.isEmpty() && data.length() > 0) {
      var event = WireJson.parse(data.toString());
      data.setLength(0);
      return event;
    }
    return null;
  }

  @Override
  public void close() {
    closed = true;
    var open = lines;
    if (open != null) {
      open.cancel();
    }
  }
}

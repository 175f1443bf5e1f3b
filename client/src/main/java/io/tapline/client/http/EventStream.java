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
 * Events as they happen. After a break it connects again and reads on where it was, so every event
 * comes at least once, in order. For one thread at a time; {@link #close} may be called by any.
 */
public final class EventStream implements AutoCloseable {

  /** The server shows a sign of life every 15 seconds: three missed, and the connection is dead. */
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

  /** The next event, waiting for it; empty when none came in time or the stream was closed. */
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

  /** Where it is: given as {@code after} to a later stream, that one reads on from here. */
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

  /** Null when the time is over or the connection broke. */
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

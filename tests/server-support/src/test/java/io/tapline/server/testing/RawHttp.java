package io.tapline.server.testing;

import io.tapline.tapdb.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** HTTP byte by byte, for requests that no client library would send. */
public final class RawHttp {

  /** Longer than anything takes on a busy machine: who is silent for so long hangs. */
  private static final int PATIENCE_MILLIS = 60_000;

  /**
   * After which the server closes a connection that nothing came by. On a busy machine a client may
   * be that late with its request, and sends it again.
   */
  private static final int SILENCE_SECONDS = 5;

  /** The head of a stream is no longer. */
  private static final int STREAM_HEAD = 4 * 1024;

  private RawHttp() {}

  /** The answer, with the names of headers in lower case. */
  public record Answer(int status, Map<String, String> headers, byte[] body) {

    public JsonNode json() {
      return Json.parse(new String(body, StandardCharsets.UTF_8));
    }
  }

  /** The request must ask for the connection to be closed. */
  public static Answer send(int port, byte[] request) throws IOException {
    long start = System.nanoTime();
    var all = exchange(port, request);
    boolean late = System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(SILENCE_SECONDS);
    return parse(all.length == 0 && late ? exchange(port, request) : all);
  }

  private static byte[] exchange(int port, byte[] request) throws IOException {
    try (var socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return whole(socket.getInputStream());
    }
  }

  /** All that comes; of a stream of events, which has no end, the beginning. */
  private static byte[] whole(InputStream in) throws IOException {
    var all = new ByteArrayOutputStream();
    var some = new byte[16 * 1024];
    for (int count = in.read(some); count >= 0; count = in.read(some)) {
      all.write(some, 0, count);
      if (all.size() < STREAM_HEAD) {
        var begun = all.toByteArray();
        int type = indexOf(begun, "text/event-stream", 0);
        int end = type < 0 ? -1 : indexOf(begun, "\r\n\r\n", type);
        if (end >= 0) {
          return Arrays.copyOf(begun, end + 4);
        }
      }
    }
    return all.toByteArray();
  }

  private static Answer parse(byte[] all) throws IOException {
    int end = indexOf(all, "\r\n\r\n", 0);
    if (end > 0 && new String(all, 0, 13, StandardCharsets.ISO_8859_1).endsWith(" 100 ")) {
      return parse(Arrays.copyOfRange(all, end + 4, all.length));
    }
    if (end < 0) {
      throw new IOException("no answer: " + all.length + " bytes");
    }
    var lines = new String(all, 0, end, StandardCharsets.ISO_8859_1).split("\r\n");
    var headers = new TreeMap<String, String>();
    for (int i = 1; i < lines.length; i++) {
      int colon = lines[i].indexOf(':');
      headers.put(
          lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
          lines[i].substring(colon + 1).strip());
    }
    var body = Arrays.copyOfRange(all, end + 4, all.length);
    return new Answer(
        Integer.parseInt(lines[0].split(" ")[1]),
        headers,
        "chunked".equals(headers.get("transfer-encoding")) && body.length > 0 ? whole(body) : body);
  }

  private static byte[] whole(byte[] chunked) {
    var whole = new ByteArrayOutputStream();
    int at = 0;
    while (true) {
      int line = indexOf(chunked, "\r\n", at);
      int size =
          Integer.parseInt(new String(chunked, at, line - at, StandardCharsets.US_ASCII), 16);
      if (size == 0) {
        return whole.toByteArray();
      }
      whole.write(chunked, line + 2, size);
      at = line + 2 + size + 2;
    }
  }

  private static int indexOf(byte[] bytes, String text, int from) {
    for (int i = from; i <= bytes.length - text.length(); i++) {
      int same = 0;
      while (same < text.length() && bytes[i + same] == text.charAt(same)) {
        same++;
      }
      if (same == text.length()) {
        return i;
      }
    }
    return -1;
  }
}

package io.tapline.server.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * One request, byte for byte.
 *
 * @param number which of its run; with the seed it says all
 * @param role whose token it has
 * @param headers as lines, without those that every request has
 * @param body null for none
 */
record FuzzRequest(
    int number,
    String operation,
    String role,
    String method,
    String target,
    List<String> headers,
    byte[] body) {

  /** More is of no use to who reads it; the seed gives the rest. */
  private static final int SHOWN = 4_000;

  byte[] bytes() {
    var head = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    head.append("Host: x\r\nConnection: close\r\n");
    headers.forEach(line -> head.append(line).append("\r\n"));
    if (body != null) {
      head.append("Content-Length: ").append(body.length).append("\r\n");
    }
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    if (body != null) {
      bytes.writeBytes(body);
    }
    return bytes.toByteArray();
  }

  String path() {
    int mark = target.indexOf('?');
    return mark < 0 ? target : target.substring(0, mark);
  }

  /** Whether it can have changed anything by right. */
  boolean reads() {
    return method.equals("GET") || method.equals("HEAD") || method.equals("OPTIONS");
  }

  /** For a shell; bash and zsh read {@code $'…'}. */
  String curl(int port) {
    var line = new StringBuilder("curl -i --path-as-is -X ").append(method);
    for (var header : headers) {
      line.append(" -H ").append(quoted(header.getBytes(StandardCharsets.ISO_8859_1)));
    }
    if (body != null) {
      line.append(" --data-binary ").append(quoted(body));
    }
    return line.append(' ')
        .append(quoted(("http://127.0.0.1:" + port + target).getBytes(StandardCharsets.ISO_8859_1)))
        .toString();
  }

  private static String quoted(byte[] bytes) {
    var text = new StringBuilder("$'");
    for (int i = 0; i < Math.min(bytes.length, SHOWN); i++) {
      char c = (char) (bytes[i] & 0xff);
      if (c == '\'' || c == '\\') {
        text.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        text.append("\\x%02x".formatted((int) c));
      } else {
        text.append(c);
      }
    }
    text.append('\'');
    return bytes.length > SHOWN ? text + "[" + bytes.length + " bytes]" : text.toString();
  }
}

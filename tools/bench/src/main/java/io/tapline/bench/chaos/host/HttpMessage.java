package io.tapline.bench.chaos.host;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One whole request or answer of HTTP/1.1, as bytes. */
final class HttpMessage {

  private static final int HEAD = 65_536;

  private HttpMessage() {}

  /** Returns null at the end of the connection. */
  static byte[] read(InputStream input, boolean request) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var head = head(input, bytes);
    if (head == null) {
      return null;
    }
    var lower = head.toLowerCase(Locale.ROOT);
    if (!request && (head.startsWith("204", 9) || head.startsWith("304", 9))) {
      return bytes.toByteArray();
    }
    if (lower.contains("\r\ntransfer-encoding: chunked")) {
      chunks(input, bytes);
      return bytes.toByteArray();
    }
    int length = length(lower);
    if (length >= 0) {
      copy(input, bytes, length);
    } else if (!request) {
      input.transferTo(bytes);
    }
    return bytes.toByteArray();
  }

  private static String head(InputStream input, ByteArrayOutputStream bytes) throws IOException {
    var end = "\r\n\r\n";
    int matched = 0;
    while (matched < end.length()) {
      int next = input.read();
      if (next < 0) {
        return null;
      }
      bytes.write(next);
      matched = next == end.charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
      if (bytes.size() > HEAD) {
        throw new IOException("no end of the head");
      }
    }
    return bytes.toString(StandardCharsets.ISO_8859_1);
  }

  private static int length(String head) {
    var name = "\r\ncontent-length:";
    int at = head.indexOf(name);
    if (at < 0) {
      return -1;
    }
    int from = at + name.length();
    return Integer.parseInt(head.substring(from, head.indexOf('\r', from)).strip());
  }

  private static void chunks(InputStream input, ByteArrayOutputStream bytes) throws IOException {
    while (true) {
      var line = new StringBuilder();
      for (int next = input.read(); next != '\n'; next = input.read()) {
        if (next < 0) {
          throw new EOFException();
        }
        bytes.write(next);
        line.append((char) next);
      }
      bytes.write('\n');
      int size = Integer.parseInt(line.toString().split(";", 2)[0].strip(), 16);
      copy(input, bytes, size + 2);
      if (size == 0) {
        return;
      }
    }
  }

  private static void copy(InputStream input, ByteArrayOutputStream bytes, int length)
      throws IOException {
    var body = input.readNBytes(length);
    if (body.length < length) {
      throw new EOFException();
    }
    bytes.write(body);
  }
}

package io.tapline.server.ui;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.springframework.http.MediaType;

/** One file of the pages, plain and compressed. */
record UiFile(MediaType type, byte[] plain, byte[] gzip) {

  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html;charset=UTF-8",
          "css", "text/css;charset=UTF-8",
          "js", "text/javascript;charset=UTF-8",
          "svg", "image/svg+xml;charset=UTF-8");

  static UiFile of(String name, byte[] bytes) {
    var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalArgumentException(name + " is of a type that the pages do not use");
    }
    return new UiFile(MediaType.parseMediaType(type), bytes, compressed(bytes));
  }

  private static byte[] compressed(byte[] bytes) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}

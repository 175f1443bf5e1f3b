package io.tapline.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A text resource beside a class. */
public final class TextResource {

  private TextResource() {}

  public static String text(Class<?> beside, String name) {
    try (var stream = beside.getResourceAsStream(name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

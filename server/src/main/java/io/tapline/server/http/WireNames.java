package io.tapline.server.http;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Converts enumerations to their names on the wire. */
public final class WireNames {

  private WireNames() {}

  public static String of(Collection<? extends Enum<?>> words) {
    return words.stream()
        .sorted()
        .map(word -> word.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}

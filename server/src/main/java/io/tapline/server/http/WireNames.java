package io.tapline.server.http;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** Words of an enumeration as they stand on the wire. */
public final class WireNames {

  private WireNames() {}

  public static String of(Collection<? extends Enum<?>> words) {
    return words.stream()
        .sorted()
        .map(word -> word.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining(", "));
  }
}

package io.tapline.api;

import java.util.Collection;

/** Joins words to a list within a sentence, without brackets. */
public final class WordList {

  private WordList() {}

  /** {@code a, b and c}. */
  public static String and(Collection<?> things) {
    return joined(things, " and ");
  }

  /** {@code a, b or c}. */
  public static String or(Collection<?> things) {
    return joined(things, " or ");
  }

  private static String joined(Collection<?> things, String last) {
    var texts = things.stream().map(WordList::word).toList();
    int end = texts.size() - 1;
    return end < 1
        ? String.join("", texts)
        : String.join(", ", texts.subList(0, end)) + last + texts.get(end);
  }

  /** Roles are shown by their wire name. */
  private static String word(Object thing) {
    return thing instanceof Role role ? role.wire() : thing.toString();
  }
}

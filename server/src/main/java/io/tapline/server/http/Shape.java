package io.tapline.server.http;

import java.util.Arrays;
import java.util.List;

/** What a value on the wire looks like: enough to describe it, and to make up good and bad ones. */
public sealed interface Shape {

  /**
   * A string of at most so many characters.
   *
   * @param pattern what all of it matches; null for any
   */
  record Text(int most, String pattern) implements Shape {}

  /** A whole number. */
  record Whole(long least, long most) implements Shape {}

  /** Any number. */
  record Decimal(double least, double most) implements Shape {}

  /** True or false. */
  record Flag() implements Shape {}

  /** An ISO 8601 instant with an offset. */
  record Time() implements Shape {}

  /** One of a few words. */
  record Choice(List<String> words) implements Shape {}

  /** A list. */
  record Many(Shape of, int most) implements Shape {}

  /** An object with named fields. */
  record Fields(List<Field> fields) implements Shape {}

  /** Any JSON value; its size and depth are limited. */
  record AnyJson() implements Shape {}

  /** An object whose fields are the caller's own; its size and depth are limited. */
  record Open() implements Shape {}

  /** What a record of ours is printed as. */
  record Of(Class<?> type) implements Shape {}

  /** The same, without some of its fields and with others. */
  record With(Class<?> type, List<String> without, List<Field> more) implements Shape {}

  /** A record of ours as it is stored: what is null is left out; and with further fields. */
  record Sparse(Class<?> type, List<Field> more) implements Shape {}

  /** A page of a list, with the cursor of the next one. */
  record PageOf(Shape item) implements Shape {}

  /** A page of a list that is counted and paged by number. */
  record CountedPageOf(Shape item) implements Shape {}

  /** Nothing at all. */
  record Nothing() implements Shape {}

  /** Text of another kind than JSON. */
  record Plain(String mediaType) implements Shape {}

  static Shape text(int most) {
    return new Text(most, null);
  }

  static Shape text(int most, String pattern) {
    return new Text(most, pattern);
  }

  static Shape whole(long least, long most) {
    return new Whole(least, most);
  }

  static Shape decimal(double least, double most) {
    return new Decimal(least, most);
  }

  static Shape flag() {
    return new Flag();
  }

  static Shape time() {
    return new Time();
  }

  static Shape choice(Class<? extends Enum<?>> type) {
    return new Choice(Arrays.stream(type.getEnumConstants()).map(Enum::name).toList());
  }

  static Shape choice(Enum<?>... words) {
    return new Choice(Arrays.stream(words).map(Enum::name).toList());
  }

  static Shape choice(List<String> words) {
    return new Choice(words);
  }

  static Shape many(Shape of, int most) {
    return new Many(of, most);
  }

  static Shape fields(Field... fields) {
    return new Fields(List.of(fields));
  }

  static Shape json() {
    return new AnyJson();
  }

  static Shape open() {
    return new Open();
  }

  static Shape of(Class<?> type) {
    return new Of(type);
  }

  static Shape with(Class<?> type, List<String> without, Field... more) {
    return new With(type, without, List.of(more));
  }

  static Shape sparse(Class<?> type, Field... more) {
    return new Sparse(type, List.of(more));
  }

  static Shape countedPage(Class<?> item) {
    return new CountedPageOf(of(item));
  }

  static Shape nothing() {
    return new Nothing();
  }

  static Shape page(Shape item) {
    return new PageOf(item);
  }

  static Shape page(Class<?> item) {
    return new PageOf(of(item));
  }
}

package io.tapline.server.http;

import java.util.Arrays;
import java.util.List;

/**
 * The type of a value on the wire, sufficient to document it and to generate valid and invalid
 * ones.
 */
public sealed interface ValueShape {

  /**
   * A string of limited length.
   *
   * @param pattern that the whole text matches; null for any
   */
  record Text(int most, String pattern) implements ValueShape {}

  /** A whole number. */
  record Whole(long least, long most) implements ValueShape {}

  /** Any number. */
  record Decimal(double least, double most) implements ValueShape {}

  /** True or false. */
  record Flag() implements ValueShape {}

  /** An ISO 8601 instant with an offset. */
  record Time() implements ValueShape {}

  /** One of a few words. */
  record Choice(List<String> words) implements ValueShape {}

  /** A list. */
  record Many(ValueShape of, int most) implements ValueShape {}

  /** An object with named fields. */
  record Fields(List<ApiField> fields) implements ValueShape {}

  /** Any JSON value; its size and depth are limited. */
  record AnyJson() implements ValueShape {}

  /** An object whose fields are the caller's own; its size and depth are limited. */
  record Open() implements ValueShape {}

  /** The JSON form of a record. */
  record Of(Class<?> type) implements ValueShape {}

  /** The JSON form of a record, without some of its fields and with others. */
  record With(Class<?> type, List<String> without, List<ApiField> more) implements ValueShape {}

  /** The stored form of a record, without null fields; and with further fields. */
  record Sparse(Class<?> type, List<ApiField> more) implements ValueShape {}

  /** A page of a list, with the cursor of the next one. */
  record PageOf(ValueShape item) implements ValueShape {}

  /** A page of a list that is counted and paged by number. */
  record CountedPageOf(ValueShape item) implements ValueShape {}

  /** An empty body. */
  record Nothing() implements ValueShape {}

  /** Text of another media type than JSON. */
  record Plain(String mediaType) implements ValueShape {}

  static ValueShape text(int most) {
    return new Text(most, null);
  }

  static ValueShape text(int most, String pattern) {
    return new Text(most, pattern);
  }

  static ValueShape whole(long least, long most) {
    return new Whole(least, most);
  }

  static ValueShape decimal(double least, double most) {
    return new Decimal(least, most);
  }

  static ValueShape flag() {
    return new Flag();
  }

  static ValueShape time() {
    return new Time();
  }

  static ValueShape choice(Class<? extends Enum<?>> type) {
    return new Choice(Arrays.stream(type.getEnumConstants()).map(Enum::name).toList());
  }

  static ValueShape choice(Enum<?>... words) {
    return new Choice(Arrays.stream(words).map(Enum::name).toList());
  }

  static ValueShape choice(List<String> words) {
    return new Choice(words);
  }

  static ValueShape many(ValueShape of, int most) {
    return new Many(of, most);
  }

  static ValueShape fields(ApiField... fields) {
    return new Fields(List.of(fields));
  }

  static ValueShape json() {
    return new AnyJson();
  }

  static ValueShape open() {
    return new Open();
  }

  static ValueShape of(Class<?> type) {
    return new Of(type);
  }

  static ValueShape with(Class<?> type, List<String> without, ApiField... more) {
    return new With(type, without, List.of(more));
  }

  static ValueShape sparse(Class<?> type, ApiField... more) {
    return new Sparse(type, List.of(more));
  }

  static ValueShape countedPage(Class<?> item) {
    return new CountedPageOf(of(item));
  }

  static ValueShape nothing() {
    return new Nothing();
  }

  static ValueShape page(ValueShape item) {
    return new PageOf(item);
  }

  static ValueShape page(Class<?> item) {
    return new PageOf(of(item));
  }
}

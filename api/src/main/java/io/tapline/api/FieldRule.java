package io.tapline.api;

import io.tapline.api.Refusal.Faults;

/** A rule for the value of one field that the attributes of {@link WireField} cannot express. */
@FunctionalInterface
public interface FieldRule<T> {

  /**
   * @param value null for an absent field
   */
  void check(String field, T value, Faults faults);
}

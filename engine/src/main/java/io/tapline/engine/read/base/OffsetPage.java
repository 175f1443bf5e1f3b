package io.tapline.engine.read.base;

import java.util.List;
import java.util.function.Function;

/** One page of a list that is counted and paged by number. */
public record OffsetPage<T>(List<T> items, long total, int limit, int offset) {

  /** Of a list that is at hand as a whole. */
  public static <T> OffsetPage<T> of(List<T> all, int limit, int offset) {
    return new OffsetPage<>(
        all.stream().skip(offset).limit(limit).toList(), all.size(), limit, offset);
  }

  public <R> OffsetPage<R> map(Function<? super T, R> each) {
    return new OffsetPage<>(items.stream().<R>map(each).toList(), total, limit, offset);
  }
}

package io.tapline.engine.read.base;

import java.util.List;
import java.util.function.Function;

/** One page of a counted list with offset paging. */
public record OffsetPage<T>(List<T> items, long total, int limit, int offset) {

  /** A page of a list that is complete in memory. */
  public static <T> OffsetPage<T> of(List<T> all, int limit, int offset) {
    return new OffsetPage<>(
        all.stream().skip(offset).limit(limit).toList(), all.size(), limit, offset);
  }

  public <R> OffsetPage<R> map(Function<? super T, R> each) {
    return new OffsetPage<>(items.stream().<R>map(each).toList(), total, limit, offset);
  }
}

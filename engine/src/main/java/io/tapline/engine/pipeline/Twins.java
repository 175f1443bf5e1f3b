package io.tapline.engine.pipeline;

import io.tapline.tapdb.StoreException;
import java.util.function.Supplier;

/**
 * Two identical requests raced past each other's look-up: the unique index let one commit, and the
 * other asks again.
 */
final class Twins {

  private static final int TRIES = 3;

  private Twins() {}

  static <T> T settle(Supplier<T> request) {
    for (int attempt = 1; ; attempt++) {
      try {
        return request.get();
      } catch (StoreException e) {
        if (!e.isUniqueViolation() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }
}

package io.tapline.client.worker;

import io.tapline.api.ErrorClass;
import io.tapline.client.error.TaplineException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Maps an exception to an error class by its nearest type in the table. An unlisted exception is
 * TRANSIENT_SYSTEM. All of these are retried until the attempts are used up: an exception says
 * nothing about the next attempt, which another version of the worker may execute. Only {@link
 * PermanentFailure}, a mapping by the application or an outcome ends a job at once.
 */
final class ErrorClasses {

  private static final Map<Class<? extends Throwable>, ErrorClass> TABLE =
      Map.of(
          IOException.class, ErrorClass.TRANSIENT_DEPENDENCY,
          UncheckedIOException.class, ErrorClass.TRANSIENT_DEPENDENCY,
          TimeoutException.class, ErrorClass.TRANSIENT_DEPENDENCY,
          TaplineException.class, ErrorClass.TRANSIENT_DEPENDENCY,
          RejectedExecutionException.class, ErrorClass.TRANSIENT_CAPACITY,
          OutOfMemoryError.class, ErrorClass.TRANSIENT_CAPACITY);

  /** Above the server's limit for codes, because an invalid code is moved into the message. */
  private static final int CODE = 200;

  /** The server's limit for a message. */
  static final int MESSAGE = 4_000;

  private final Map<Class<?>, ErrorClass> all = new HashMap<>(TABLE);

  ErrorClasses(Map<Class<? extends Throwable>, ErrorClass> own) {
    all.putAll(own);
  }

  Outcome.Failed failure(Throwable thrown) {
    if (thrown instanceof JobException known) {
      return Outcome.failed(
          known.errorClass(), text(known.code(), CODE), text(known.getMessage(), MESSAGE));
    }
    var code = text(thrown.getClass().getSimpleName(), CODE);
    return Outcome.failed(of(thrown), code, text(message(thrown), MESSAGE));
  }

  private ErrorClass of(Throwable thrown) {
    for (Class<?> type = thrown.getClass(); type != null; type = type.getSuperclass()) {
      var known = all.get(type);
      if (known != null) {
        return known;
      }
    }
    return ErrorClass.TRANSIENT_SYSTEM;
  }

  private static String message(Throwable thrown) {
    return thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
  }

  /**
   * A text that the server accepts: no NUL, no half of a surrogate pair, not longer than the limit;
   * null when blank.
   */
  static String text(String raw, int most) {
    if (raw == null || raw.isBlank()) {
      return null;
    }
    var kept = new StringBuilder();
    raw.codePoints()
        .filter(c -> c != 0 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE))
        .limit(most)
        .forEach(kept::appendCodePoint);
    // A character outside the basic plane takes two chars.
    int end = Math.min(most, kept.length());
    boolean split = end < kept.length() && Character.isLowSurrogate(kept.charAt(end));
    var text = kept.substring(0, split ? end - 1 : end);
    return text.isBlank() ? null : text;
  }
}

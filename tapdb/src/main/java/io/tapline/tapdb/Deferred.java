package io.tapline.tapdb;

/**
 * The result of a statement that is sent with the next flush ({@link Tx#later}). A result that is
 * read before the flush is an error of the program, and not an empty result.
 */
public final class Deferred<T> {

  private final T result;
  private boolean read;

  Deferred(T result) {
    this.result = result;
  }

  /** A result that needs no statement. */
  public static <T> Deferred<T> of(T result) {
    var deferred = new Deferred<>(result);
    deferred.complete();
    return deferred;
  }

  void complete() {
    read = true;
  }

  public T get() {
    if (!read) {
      throw new IllegalStateException("the result was read before its statement was sent");
    }
    return result;
  }
}

package io.tapline.tapdb;

import java.sql.SQLException;

/**
 * The result of a statement that is sent with the next one ({@link Tx#later}), or when the result
 * is read before that.
 */
public final class Deferred<T> {

  private final Tx tx;
  private final T result;
  private boolean complete;

  Deferred(Tx tx, T result) {
    this.tx = tx;
    this.result = result;
  }

  /** A result that needs no statement. */
  public static <T> Deferred<T> of(T result) {
    var deferred = new Deferred<>(null, result);
    deferred.complete();
    return deferred;
  }

  void complete() {
    complete = true;
  }

  public T get() throws SQLException {
    if (!complete) {
      tx.flush();
    }
    return result;
  }
}

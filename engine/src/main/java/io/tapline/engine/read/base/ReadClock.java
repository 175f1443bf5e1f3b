package io.tapline.engine.read.base;

import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;

/** The clock of the database, for reads. */
public final class ReadClock {

  private ReadClock() {}

  public static Instant read(Tx tx) throws SQLException {
    return TimeText.parse(
        tx.query("select tapline.time_text(tapline.clock())", row -> row.getString(1)).get(0));
  }
}

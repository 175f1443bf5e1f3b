package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The statement writes out what functions of the schema say; both have to say the same. */
class ClockAndIdsTest extends InspectedTenantTest {

  @Test
  void the_clock_and_the_place_in_the_log_are_those_of_the_schema() {
    advance(3_600);
    test.in(
        lab.tenantId(),
        tx -> {
          var before = clock(tx);
          var drawn = TransactionClockAndIds.underLock(tx, test.engine().kinds(), 2);
          assertThat(drawn.now()).isBetween(before, clock(tx));
          assertThat(drawn.feedKey())
              .isEqualTo(tx.query("select tapline.feed_key()", row -> row.getLong(1)).get(0));
          long first = drawn.lease().uid();
          assertThat(drawn.lease().uid()).isGreaterThan(first);
          return null;
        });
  }

  private static Instant clock(Tx tx) throws SQLException {
    return TimeText.parse(
        tx.query("select tapline.time_text(tapline.clock())", row -> row.getString(1)).get(0));
  }
}

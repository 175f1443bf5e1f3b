package io.tapline.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import org.junit.jupiter.api.Test;

class CpuTimeTest {

  @Test
  void what_postgres_computes_is_counted_as_its_own_even_when_the_session_has_ended() {
    try (var database = BenchDatabase.create(TestBench.server(), "cpu")) {
      var before = database.cpu();

      database.count("select count(*) from generate_series(1, 2000000)");

      // It took a tenth of a second or more; the kernel counts in hundredths.
      assertThat(database.cpu().since(before).postgres()).isGreaterThan(10_000);
      assertThat(new CpuTime(500, 300).per(10)).isEqualTo(new CpuTime(50, 30));
    }
  }
}

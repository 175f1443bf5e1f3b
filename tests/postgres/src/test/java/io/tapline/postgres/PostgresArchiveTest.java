package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresArchiveTest {

  @Test
  void both_processors_have_an_archive_of_their_own() throws IOException {
    var intel = PostgresArchive.of("Linux", "amd64").digest();
    assertThat(PostgresArchive.of("Linux", "aarch64").digest()).isNotEqualTo(intel);
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X, aarch64", "Windows 11, amd64", "Linux, riscv64"})
  void another_machine_is_refused_with_the_alternative(String system, String architecture) {
    assertThatThrownBy(() -> PostgresArchive.of(system, architecture))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessage(
            "There is no embedded PostgreSQL for %s on %s: give the URL of a database instead.",
            system, architecture);
  }
}

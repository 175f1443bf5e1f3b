package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.postgres.TestServer;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DurabilityCheckTest {

  @Test
  void a_database_that_may_lose_acknowledged_work_is_refused_by_the_name_of_the_setting()
      throws SQLException {
    try (var scratch = TestServer.database()) {
      var database =
          Database.provision(
              scratch.jdbcUrl(), scratch.user(), scratch.password(), ScratchStore.PASSWORDS);
      assertThat(DurabilityCheck.weaknesses(database.serving()))
          .doesNotContain("synchronous_commit=off");
      try (var admin = scratch.connect();
          var statement = admin.createStatement()) {
        statement.execute("alter database \"" + scratch.name() + "\" set synchronous_commit = off");
      }
      assertThatThrownBy(() -> DurabilityCheck.require(database.serving()))
          .hasMessageContaining("synchronous_commit=off");
    }
  }
}

package io.tapline.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.postgres.TestServer;
import io.tapline.server.Company;
import io.tapline.server.Server;
import io.tapline.server.StartupRefused;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo never moves in with anybody. */
class OwnDatabaseTest {

  private static final String TOKENS = "t-acme=acme/admin";

  @TempDir Path folder;

  @Test
  void a_database_with_other_tenants_is_refused_and_left_as_it_is() {
    try (var scratch = TestServer.database()) {
      try (var server = Server.start(Simulated.settings(scratch, folder, TOKENS))) {
        for (var tokens : List.of(TOKENS, "", "t-demo=demo/admin")) {
          var settings = Simulated.settings(scratch, folder, tokens);
          assertThatThrownBy(() -> Server.start(settings, Company.of("demo", 1)))
              .isInstanceOf(StartupRefused.class)
              .hasMessageContaining("[acme]")
              .hasMessageContaining("--data");
        }
        assertThat(new Tenants(server.database().owner()).all())
            .extracting(Tenant::key)
            .containsExactly("acme");
      }
    }
  }
}

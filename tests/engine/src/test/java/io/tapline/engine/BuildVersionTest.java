package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.BuildVersion;
import io.tapline.tapdb.Tenants;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evidence says by which software: version and commit of this very build. */
class BuildVersionTest extends InspectedTenantTest {

  @Test
  void an_action_says_by_which_version_and_commit_it_was_done()
      throws IOException, InterruptedException {
    var said = evidence.lastAction(lab.enqueue(QUEUE)).softwareVersion();
    // Told by the project's own build; who runs the tests otherwise has no version to compare with.
    var version = System.getProperty("tapline.build.version");
    if (version == null) {
      assertThat(said).startsWith("tapline/");
      return;
    }
    var commit = commit();
    assertThat(said).isEqualTo("tapline/" + version + (commit == null ? "" : "+" + commit));
  }

  @Test
  void an_action_by_sql_names_the_build_that_installed_the_schema() throws SQLException {
    var tenants = new Tenants(test.owner());
    tenants.openToSql(lab.tenantId());
    String subject;
    try (var app = test.admin();
        var statement = app.createStatement()) {
      statement.execute("create role version_app");
      statement.execute("grant " + tenants.producerRole(lab.tenantId()) + " to version_app");
      statement.execute("set session authorization version_app");
      try (var rows =
          statement.executeQuery(
              "select tapline.enqueue(queue_key => '"
                  + QUEUE
                  + "', idempotency_key => 'k') ->> 'subject_euid'")) {
        rows.next();
        subject = rows.getString(1);
      }
    }
    var said = evidence.lastAction(lab.enqueue(QUEUE)).softwareVersion();
    assertThat(evidence.lastAction(subject).softwareVersion()).isEqualTo(said + " sql");
  }

  /** As Git has it; null where the sources are in no repository. */
  private static String commit() throws IOException, InterruptedException {
    if (!Files.exists(Path.of("../..", ".git"))) {
      return null;
    }
    var git = new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD").start();
    try (var in = git.inputReader()) {
      var line = in.readLine();
      return git.waitFor() == 0 ? line : null;
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "1.2.3, 0123456789ab, tapline/1.2.3+0123456789ab",
        "1.2.3, -, tapline/1.2.3",
        "1.2.3, ${tapline.commit}, tapline/1.2.3",
        "${project.version}, ${tapline.commit}, tapline/dev",
        "-, -, tapline/dev",
      })
  void what_the_build_did_not_know_is_not_told(String version, String commit, String text) {
    assertThat(BuildVersion.text(version, commit)).isEqualTo(text);
  }
}

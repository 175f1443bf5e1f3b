package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.LabTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Evidence says by which software: version and commit of this very build. */
class BuildVersionTest extends LabTest {

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

  /** As Git has it; null where the sources are in no repository. */
  private static String commit() throws IOException, InterruptedException {
    if (!Files.exists(Path.of("..", ".git"))) {
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

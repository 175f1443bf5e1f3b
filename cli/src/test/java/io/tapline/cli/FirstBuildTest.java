package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code tapline} in a fresh clone, with a Maven and a Java that only note that. */
@Timeout(120)
class FirstBuildTest {

  private static final String MAVEN =
      """
      #!/usr/bin/env bash
      mkdir running || echo overlap >> overlaps
      echo built >> builds
      sleep 0.5
      mkdir -p cli/target/lib
      touch cli/target/tapline-cli-0.jar
      rmdir running
      """;

  private static final String JAVA =
      """
      #!/usr/bin/env bash
      exit 0
      """;

  @TempDir Path clone;

  @BeforeEach
  void fresh() throws IOException {
    Files.copy(Path.of("..", "tapline"), clone.resolve("tapline"));
    Files.createDirectories(clone.resolve("cli/src/main"));
    Files.writeString(clone.resolve("pom.xml"), "");
    Files.writeString(clone.resolve("cli/pom.xml"), "");
    program("mvn", MAVEN);
    program("java", JAVA);
  }

  private void program(String name, String text) throws IOException {
    var file = Files.createDirectories(clone.resolve("bin")).resolve(name);
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Process start() throws IOException {
    return start("queues");
  }

  private Process start(String command) throws IOException {
    var builder = new ProcessBuilder("bash", clone.resolve("tapline").toString(), command);
    builder
        .environment()
        .merge("PATH", clone.resolve("bin").toString(), (old, bin) -> bin + ":" + old);
    return builder.redirectErrorStream(true).start();
  }

  @Test
  void starts_at_the_same_time_build_once_and_all_of_them_run() throws Exception {
    var starts = new ArrayList<Process>();
    for (int i = 0; i < 4; i++) {
      starts.add(start());
    }
    for (var one : starts) {
      assertThat(one.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(one.exitValue()).as(new String(one.getInputStream().readAllBytes())).isZero();
    }
    assertThat(clone.resolve("overlaps")).doesNotExist();
    assertThat(Files.readAllLines(clone.resolve("builds"))).isEqualTo(List.of("built"));
    assertThat(clone.resolve("cli/target/building")).doesNotExist();
  }

  @Test
  void a_tarball_is_made_of_what_was_built() throws Exception {
    for (var file : List.of("tapline", "layout", "tapline.service", "tapline.env")) {
      Files.createDirectories(clone.resolve("packaging"));
      Files.copy(
          Path.of("..", "packaging", file),
          clone.resolve("packaging").resolve(file),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.copy(Path.of("..", "LICENSE"), clone.resolve("LICENSE"));
    var dist = start("dist");
    var said = new String(dist.getInputStream().readAllBytes());
    assertThat(dist.waitFor()).as(said).isZero();
    var tarball = clone.resolve("target/dist/tapline-0.tar.gz");
    assertThat(said).endsWith(tarball + "\n");
    var listing = new ProcessBuilder("tar", "-tzvf", tarball.toString()).start();
    var files = new String(listing.getInputStream().readAllBytes());
    assertThat(files)
        .containsPattern("-rwxr-xr-x root/root .* tapline-0/bin/tapline\n")
        .containsPattern(" tapline-0/lib/tapline-cli-0.jar\n")
        .contains(
            "tapline-0/plugins/\n", "tapline-0/systemd/tapline.service\n", "tapline-0/LICENSE");
  }

  @Test
  void a_build_that_was_killed_is_not_waited_for() throws Exception {
    var killed = new ProcessBuilder("true").start();
    killed.waitFor();
    Files.createDirectories(clone.resolve("cli/target"));
    Files.createSymbolicLink(
        clone.resolve("cli/target/building"), Path.of(Long.toString(killed.pid())));
    assertThat(start().waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(clone.resolve("builds")).exists();
  }
}

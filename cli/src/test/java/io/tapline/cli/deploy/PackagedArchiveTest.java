package io.tapline.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * When an installation makes an archive of classes, and where: with a Java that only notes how it
 * was called. {@code PackagedLayoutTest} makes one with a real one.
 */
class PackagedArchiveTest {

  /** Notes how it was called, and makes an archive when it is told to. */
  private static final String JAVA =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      for word in "$@"; do
        case $word in
          -XX:SharedArchiveFile=*) [ "$1" != -Xshare:dump ] || echo classes >"${word#*=}" ;;
        esac
      done
      """;

  /** One that cannot do that. */
  private static final String PLAIN_JAVA =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      case "$*" in *ArchiveTraining*) exit 1 ;; esac
      """;

  private static final String USE = "-XX:SharedArchiveFile=";

  @TempDir Path folder;

  @BeforeEach
  void install() throws Exception {
    var lib = Files.createDirectories(folder.resolve("built"));
    for (var name : List.of("tapline-cli", "tapline-client", "picocli", "spring-core")) {
      Files.writeString(lib.resolve(name + "-0.jar"), "jar");
    }
    var layout =
        new ProcessBuilder(
            Path.of("..", "packaging", "layout").toString(), lib.toString(), home().toString());
    assertThat(layout.inheritIO().start().waitFor()).isZero();
    java(JAVA);
  }

  private Path home() {
    return folder.resolve("tapline");
  }

  private void java(String script) throws IOException {
    var java = Files.createDirectories(folder.resolve("jre/bin")).resolve("java");
    Files.writeString(java, script);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("jre/release"), "JAVA_RUNTIME_VERSION=\"17.0.1+1\"\n");
  }

  /** Runs it and returns how Java was called for it. */
  private List<String> calls(Map<String, String> variables, String... words) throws Exception {
    Files.deleteIfExists(folder.resolve("calls"));
    var command = new ArrayList<>(List.of(home().resolve("bin/tapline").toString()));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("XDG_"));
    builder.environment().put("JAVA_HOME", folder.resolve("jre").toString());
    builder.environment().put("HOME", folder.resolve("user").toString());
    builder.environment().put("CALLS", folder.resolve("calls").toString());
    builder.environment().putAll(variables);
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    assertThat(said).isEmpty();
    return Files.readAllLines(folder.resolve("calls"));
  }

  @Test
  void the_first_command_makes_it_in_the_users_cache_and_a_newer_jar_makes_it_anew()
      throws Exception {
    assertThat(calls(Map.of(), "queues"))
        .hasSize(3)
        .last()
        .asString()
        .contains(USE + folder.resolve("user/.cache/tapline"))
        .endsWith("io.tapline.cli.Tapline queues");
    for (var word : List.of("queues", "--version", "help")) {
      assertThat(calls(Map.of(), word)).singleElement().asString().contains(USE);
    }
    for (var word : List.of("serve", "worker")) {
      assertThat(calls(Map.of(), word))
          .singleElement()
          .asString()
          .doesNotContain(USE)
          .contains("-XX:+ExitOnOutOfMemoryError ");
    }
    var jar = home().resolve("lib/tapline-client-0.jar");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(calls(Map.of(), "queues")).hasSize(3);
  }

  @Test
  void an_image_has_it_where_it_was_told_to() throws Exception {
    var told = Map.of("TAPLINE_ARCHIVES", home().resolve("archives").toString());
    assertThat(calls(told, "--version")).hasSize(3);
    assertThat(calls(told, "queues"))
        .singleElement()
        .asString()
        .contains(USE + home().resolve("archives"));
    assertThat(folder.resolve("user")).doesNotExist();
  }

  @Test
  void where_nothing_can_be_written_and_where_java_cannot_do_it_commands_run_without()
      throws Exception {
    var nowhere = Map.of("TAPLINE_ARCHIVES", "/dev/null/archives");
    assertThat(calls(nowhere, "queues")).singleElement().asString().doesNotContain(USE);
    java(PLAIN_JAVA);
    assertThat(calls(Map.of(), "queues")).hasSize(2).last().asString().doesNotContain(USE);
    assertThat(calls(Map.of(), "queues")).singleElement().asString().doesNotContain(USE);
    Files.delete(folder.resolve("jre/release"));
    assertThat(calls(Map.of(), "queues")).singleElement().asString().doesNotContain(USE);
  }
}

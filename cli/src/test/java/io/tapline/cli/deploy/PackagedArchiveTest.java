package io.tapline.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
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

  /**
   * Notes how it was called, and makes an archive when it is told to, once there is no file {@code
   * calls.hold}.
   */
  private static final String JAVA =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      for word in "$@"; do
        case $word in
          -XX:*=*.new)
            while [ -e "$CALLS.hold" ]; do sleep 0.05; done
            echo classes >"${word#*=}"
            ;;
          -XX:SharedArchiveFile=*) [ "$1" != -Xshare:dump ] || echo classes >"${word#*=}" ;;
        esac
      done
      """;

  /** One that cannot do that. */
  private static final String PLAIN_JAVA =
      """
      #!/bin/sh
      echo "$*" >>"$CALLS"
      case "$*" in *Training*) exit 1 ;; esac
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
    java(script, "17.0.1+1");
  }

  private void java(String script, String version) throws IOException {
    var java = Files.createDirectories(folder.resolve("jre/bin")).resolve("java");
    Files.writeString(java, script);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("jre/release"), "JAVA_RUNTIME_VERSION=\"" + version + "\"\n");
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
    assertThat(calls(Map.of(), "worker"))
        .singleElement()
        .asString()
        .doesNotContain(USE)
        .contains("-XX:+ExitOnOutOfMemoryError ");
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

  /** Starts a server. @return its call */
  private String served(Map<String, String> variables) throws Exception {
    return calls(variables, "serve").stream()
        .filter(call -> call.endsWith(" serve"))
        .findFirst()
        .orElseThrow();
  }

  /** Starts a server that has no archive, and waits until one was made beside it. */
  private String servedAndTrained(Path archives) throws Exception {
    var call = served(Map.of());
    Await.until("the archive for the next start", () -> trained() && !isMaking(archives));
    return call;
  }

  private boolean trained() {
    try {
      return Files.readString(folder.resolve("calls")).contains("ServerTraining");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isMaking(Path archives) {
    return serverArchives(archives).stream().anyMatch(path -> path.toString().endsWith(".making"));
  }

  private static List<Path> serverArchives(Path archives) {
    if (!Files.isDirectory(archives)) {
      return List.of();
    }
    try (var walk = Files.walk(archives)) {
      return walk.filter(path -> path.getFileName().toString().contains("-server.")).toList();
    } catch (UncheckedIOException e) {
      // A training renamed or deleted a file during the walk.
      return serverArchives(archives);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_server_starts_from_an_archive_that_was_made_beside_the_first_one() throws Exception {
    var cache = folder.resolve("user/.cache/tapline");
    assertThat(servedAndTrained(cache))
        .contains("-XX:+ExitOnOutOfMemoryError ")
        .doesNotContain(USE)
        .doesNotContain(" -cp ");
    assertThat(served(Map.of())).contains(USE + cache).contains("-server.jsa ");
    assertThat(serverArchives(cache)).as("nothing else is left").hasSize(2);

    java(JAVA, "25.0.1+8");
    assertThat(servedAndTrained(cache)).doesNotContain("-XX:AOT").doesNotContain(USE);
    assertThat(served(Map.of())).contains("-XX:AOTCache=" + cache);

    Files.writeString(
        serverArchives(cache).stream()
            .filter(path -> path.toString().endsWith(".aot"))
            .findFirst()
            .orElseThrow(),
        "cl");
    assertThat(servedAndTrained(cache)).as("it lost its end").doesNotContain("-XX:AOT");
  }

  /** The training outlives the server that started it. */
  @Test
  void a_server_that_is_restarted_during_the_training_starts_no_second_one() throws Exception {
    var cache = folder.resolve("user/.cache/tapline");
    var hold = Files.writeString(folder.resolve("calls.hold"), "");
    served(Map.of());
    Await.until("the training", this::trained);
    assertThat(served(Map.of())).doesNotContain(USE);
    Files.delete(hold);
    Await.until("the archive for the next start", () -> !isMaking(cache));
    assertThat(trained()).isFalse();
    assertThat(served(Map.of())).contains(USE);
  }

  /** JDK 17 crashes when an agent loads classes from an archive. */
  @Test
  void a_server_with_an_agent_starts_without_an_archive_and_makes_none() throws Exception {
    servedAndTrained(folder.resolve("user/.cache/tapline"));
    for (var options : List.of("-javaagent:otel.jar", "-XX:StartFlightRecording=disk=true")) {
      assertThat(calls(Map.of("JAVA_TOOL_OPTIONS", options), "serve"))
          .singleElement()
          .asString()
          .doesNotContain(USE);
    }
    assertThat(served(Map.of("JAVA_TOOL_OPTIONS", "-Dname=value"))).contains(USE);
  }

  @Test
  void the_build_of_an_image_makes_the_archive_of_a_server() throws Exception {
    var told = Map.of("TAPLINE_ARCHIVES", home().resolve("archives").toString());
    assertThat(calls(told, "archive")).singleElement().asString().contains("ServerTraining");
    assertThat(calls(told, "serve"))
        .singleElement()
        .asString()
        .contains(USE + home().resolve("archives"));
  }

  @Test
  void where_nothing_can_be_written_and_where_java_cannot_do_it_commands_run_without()
      throws Exception {
    var nowhere = Map.of("TAPLINE_ARCHIVES", "/dev/null/archives");
    assertThat(calls(nowhere, "queues")).singleElement().asString().doesNotContain(USE);
    assertThat(calls(nowhere, "serve")).singleElement().asString().doesNotContain(USE);
    java(PLAIN_JAVA);
    assertThat(servedAndTrained(folder.resolve("user"))).doesNotContain(USE);
    assertThat(calls(Map.of(), "serve")).singleElement().asString().doesNotContain(USE);
    assertThat(calls(Map.of(), "queues")).hasSize(2).last().asString().doesNotContain(USE);
    assertThat(calls(Map.of(), "queues")).singleElement().asString().doesNotContain(USE);
    Files.delete(folder.resolve("jre/release"));
    assertThat(calls(Map.of(), "queues")).singleElement().asString().doesNotContain(USE);
  }
}

package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.testing.SharedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * The causes of a fast start, without measuring time: a plain command loads no class that it does
 * not need, and its classes come from the archive.
 */
@ExtendWith(SharedServer.class)
@Timeout(300)
class QuickStartTest {

  @TempDir Path folder;

  /** Runs it in a JVM of its own and returns where each class came from. */
  private List<String> loaded(String... options) throws Exception {
    var log = folder.resolve("classes.txt");
    run(
        List.of("-Xlog:class+load:file=" + log),
        List.of(options),
        List.of(Tapline.class.getName(), "queues"));
    return Files.readAllLines(log);
  }

  @SafeVarargs
  private void run(List<String>... arguments) throws Exception {
    var command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path")));
    for (var each : arguments) {
      command.addAll(each);
    }
    var builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("output.txt").toFile());
    builder.environment().put("TAPLINE_URL", SharedServer.tapline().address().toString());
    builder.environment().put("TAPLINE_TOKEN", "acme-admin");
    var process = builder.start();
    assertThat(process.waitFor(200, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(folder.resolve("output.txt"))).isZero();
  }

  private static long count(List<String> classes, Predicate<String> which) {
    return classes.stream().filter(which).count();
  }

  @Test
  void a_plain_command_loads_neither_the_server_nor_the_other_commands() throws Exception {
    var classes = loaded();
    assertThat(classes).anyMatch(line -> line.contains(" io.tapline.cli.read.QueuesCommand "));
    assertThat(classes)
        .noneMatch(line -> line.contains(" org.springframework."))
        .noneMatch(line -> line.contains(" ch.qos.logback."))
        .noneMatch(line -> line.contains(" org.slf4j."))
        .noneMatch(line -> line.contains(" io.tapline.server."))
        .noneMatch(line -> line.contains(" io.tapline.engine."))
        .noneMatch(line -> line.contains(" io.tapline.cli.act."))
        // No certificate of the machine is read for a server without TLS.
        .noneMatch(line -> line.contains(" sun.security.ssl.SSLContextImpl "))
        .noneMatch(line -> line.contains(" sun.security.x509.X509CertImpl "))
        // Profiles are YAML, and there are none here.
        .noneMatch(line -> line.contains(" tools.jackson.dataformat.yaml."));
  }

  private List<String> asked(String... arguments) {
    return CommandTable.askedFor(surroundings(), arguments).stream()
        .map(CommandLine::getCommandName)
        .toList();
  }

  @Test
  void only_the_command_that_is_asked_for_is_made() {
    for (var name : CommandTable.NAMES) {
      assertThat(asked("--url", "queue", "--json", name, "x")).contains(name);
    }
    assertThat(asked("queues")).containsExactly("queues");
    assertThat(asked("--url", "queue", "items")).containsExactly("items");
    assertThat(asked("--url=queue", "items")).containsExactly("items");
    assertThat(asked("--version")).isEmpty();
    for (var word : List.of("quues", "help", "completion", "--help")) {
      assertThat(asked(word)).isEqualTo(CommandTable.NAMES);
    }
    assertThat(asked()).isEqualTo(CommandTable.NAMES);
    // Suggestions need names only, so no options are read.
    assertThat(CommandTable.askedFor(surroundings(), "quues").get(0).getCommandSpec().options())
        .isEmpty();
  }

  private CommandEnvironment surroundings() {
    return new CommandEnvironment(
        java.util.Map.of(),
        folder,
        System.in,
        System.out,
        System.err,
        CommandEnvironment.Terminals.NONE);
  }
}

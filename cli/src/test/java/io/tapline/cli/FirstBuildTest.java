package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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

  /**
   * Notes how it was called, and makes an archive when it is told to, once there is no file {@code
   * calls.hold}.
   */
  private static final String JAVA =
      """
      #!/usr/bin/env bash
      echo "${CLASSPATH:+CLASSPATH=$CLASSPATH }$*" >> "$CALLS"
      for word in "$@"; do
        case "$word" in
          -XX:*=*.new)
            while [ -e "$CALLS.hold" ]; do sleep 0.05; done
            echo classes > "${word#*=}"
            ;;
        esac
      done
      """;

  /** One that cannot do that. */
  private static final String PLAIN_JAVA =
      """
      #!/usr/bin/env bash
      echo "$*" >> "$CALLS"
      case "$*" in
        *Training*) exit 1 ;;
      esac
      """;

  @TempDir Path clone;

  /** Environment variables of one test, in addition to those of every start. */
  private final Map<String, String> variables = new HashMap<>();

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
    program("bin", name, text);
  }

  private void program(String folder, String name, String text) throws IOException {
    var file = Files.createDirectories(clone.resolve(folder)).resolve(name);
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Process start() throws IOException {
    return start("queues");
  }

  private Process start(String command) throws IOException {
    return start(clone.resolve("tapline"), "bin", command);
  }

  private Process start(Path script, String programs, String... words) throws IOException {
    var command = new ArrayList<>(List.of("bash", script.toString()));
    command.addAll(words.length == 0 ? List.of("queues") : List.of(words));
    var builder = new ProcessBuilder(command);
    var path = clone.resolve(programs) + ":" + clone.resolve("bin");
    builder.environment().merge("PATH", path, (old, ours) -> ours + ":" + old);
    builder.environment().put("CALLS", clone.resolve("calls").toString());
    builder.environment().putAll(variables);
    return builder.redirectErrorStream(true).start();
  }

  /** Runs it and returns how Java was called for it. */
  private List<String> calls(String programs, String... words) throws Exception {
    Files.deleteIfExists(clone.resolve("calls"));
    var one = start(clone.resolve("tapline"), programs, words);
    assertThat(one.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(one.exitValue()).as(new String(one.getInputStream().readAllBytes())).isZero();
    return Files.readAllLines(clone.resolve("calls"));
  }

  private static final String DUMP = "-Xshare:dump";
  private static final String USE = "-XX:SharedArchiveFile=";

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

  /** Spring finds classes by looking, and would find those of the package they were in, too. */
  @Test
  void classes_whose_sources_were_moved_or_renamed_are_gone_before_a_build() throws Exception {
    file("server/src/main/java/io/tapline/server/http/Endpoint.java");
    file("server/src/test/java/io/tapline/server/http/EndpointTest.java");
    file("client/src/main/java/io/tapline/client/Page.java");
    file("client/src/test/java/io/tapline/client/PageTest.java");
    file("tools/demo/src/main/java/io/tapline/demo/DemoLab.java");
    file("grpc/target/generated-sources/protobuf/java/io/tapline/grpc/v1/Dispatch.java");
    var kept =
        List.of(
            file("client/target/classes/io/tapline/client/Page.class"),
            file("client/target/classes/io/tapline/client/Page$1.class"),
            file("client/target/classes/words.md"),
            file("server/target/test-classes/io/tapline/server/http/EndpointTest.class"),
            file("tools/demo/target/classes/io/tapline/demo/DemoLab.class"),
            file("grpc/target/classes/io/tapline/grpc/v1/Dispatch.class"));
    var gone =
        List.of(
            file("server/target/classes/io/tapline/server/http/Endpoint.class"),
            file("server/target/classes/io/tapline/server/api/Endpoint.class"),
            file("server/target/classes/io/tapline/server/api/Endpoint$Builder.class"),
            file("client/target/test-classes/io/tapline/client/PagesTest.class"),
            file("tools/bench/target/classes/io/tapline/bench/Bench.class"));
    file("tools/bench/src/main/java/io/tapline/bench/BenchMain.java");
    assertThat(start().waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(clone.resolve("builds")).exists();
    assertThat(kept).allSatisfy(file -> assertThat(file).exists());
    assertThat(gone).noneSatisfy(file -> assertThat(file).exists());
  }

  private Path file(String name) throws IOException {
    var made = clone.resolve(name);
    Files.createDirectories(made.getParent());
    return Files.writeString(made, "");
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

  @Test
  void classes_are_archived_once_for_each_java_and_anew_when_a_jar_changes() throws Exception {
    assertThat(calls("bin"))
        .hasSize(3)
        .anyMatch(call -> call.contains(DUMP))
        .last()
        .asString()
        .contains(USE)
        .contains("queues");
    assertThat(calls("bin")).singleElement().asString().contains(USE);

    program("other", "java", JAVA);
    assertThat(calls("other")).hasSize(3);
    assertThat(calls("other")).hasSize(1);
    assertThat(calls("bin")).as("the first one is still there").hasSize(1);

    var jar = clone.resolve("cli/target/lib/tapline-client-0.jar");
    Files.writeString(jar, "changed");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(calls("bin")).hasSize(3).anyMatch(call -> call.contains(DUMP));
  }

  @Test
  void a_java_that_cannot_archive_is_asked_once_and_commands_run_all_the_same() throws Exception {
    program("plain", "java", PLAIN_JAVA);
    assertThat(calls("plain")).hasSize(2).last().asString().contains("queues").doesNotContain(USE);
    assertThat(calls("plain")).singleElement().asString().doesNotContain(USE);
  }

  @Test
  void only_who_needs_the_server_has_its_jars_on_the_class_path() throws Exception {
    calls("bin");
    for (var word : List.of("queues", "doctor", "jobs")) {
      assertThat(calls("bin", word)).singleElement().asString().doesNotContain("lib/* ");
    }
    for (var word : List.of("worker", "help", "completion", "--help")) {
      assertThat(calls("bin", word)).last().asString().contains("lib/* ");
    }
    assertThat(servedAndTrained("bin"))
        .contains("cli/target/lib/tapline-cli-0.jar")
        .doesNotContain(" -cp ");
  }

  @Test
  void a_server_and_a_worker_that_run_out_of_memory_end() throws Exception {
    assertThat(calls("bin", "worker")).last().asString().contains(END_WITHOUT_MEMORY);
    assertThat(servedAndTrained("bin")).contains(END_WITHOUT_MEMORY);
  }

  private static final String END_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError ";
  private static final String TRAINING = "io.tapline.cli.ServerTraining";

  /** Starts a server. @return its call */
  private String served(String programs) throws Exception {
    return calls(programs, "serve").stream()
        .filter(call -> call.endsWith(" serve"))
        .findFirst()
        .orElseThrow();
  }

  /** Starts a server that has no archive, and waits until one was made beside it. */
  private String servedAndTrained(String programs) throws Exception {
    var call = served(programs);
    Await.until("the archive for the next start", () -> trained() && !isMaking());
    return call;
  }

  /** Whether a server was trained beside the last start. */
  private boolean trained() {
    try {
      return Files.readString(clone.resolve("calls")).contains(TRAINING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isMaking() {
    return archives().stream().anyMatch(name -> name.endsWith(".making"));
  }

  private List<String> archives() {
    var names = clone.resolve("cli/target/archive").toFile().list();
    return names == null
        ? List.of()
        : Stream.of(names).filter(name -> name.contains("-server.")).sorted().toList();
  }

  private Path archive(String ending) {
    var name = archives().stream().filter(one -> one.endsWith(ending)).findFirst().orElseThrow();
    return clone.resolve("cli/target/archive").resolve(name);
  }

  @Test
  void a_server_starts_at_once_and_the_next_one_from_the_archive_that_was_made_beside_it()
      throws Exception {
    assertThat(servedAndTrained("bin")).doesNotContain(USE);
    assertThat(archives()).as("nothing else is left").hasSize(2);
    assertThat(served("bin")).contains(USE + archive(".jsa") + " ");
    assertThat(trained()).isFalse();

    var jar = clone.resolve("cli/target/lib/tapline-server-0.jar");
    Files.writeString(jar, "changed");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(60)));
    assertThat(servedAndTrained("bin")).as("an archive of other jars").doesNotContain(USE);
  }

  @Test
  void the_benchmark_gets_the_options_of_a_server() throws Exception {
    var options = calls("bin", "bench").get(0).replaceAll(".* -Dtapline.bench.serverOptions=", "");
    var given = options.substring(0, options.indexOf(" -cp "));
    assertThat(given).startsWith("-XX:");
    assertThat(servedAndTrained("bin")).startsWith("CLASSPATH=").contains(" " + given + " ");
  }

  @Test
  void a_java_with_an_aot_cache_gets_one() throws Exception {
    Files.writeString(clone.resolve("release"), "JAVA_RUNTIME_VERSION=\"25.0.1+8-LTS\"\n");
    assertThat(servedAndTrained("bin")).doesNotContain("-XX:AOT");
    assertThat(Files.readString(clone.resolve("calls")))
        .contains("-XX:AOTCacheOutput=")
        .doesNotContain("-XX:ArchiveClassesAtExit");
    assertThat(served("bin")).contains("-XX:AOTCache=" + archive(".aot") + " ");
  }

  /** JDK 17 crashes when an agent loads classes from an archive. */
  @Test
  void a_server_with_an_agent_starts_without_an_archive_and_makes_none() throws Exception {
    servedAndTrained("bin");
    variables.put("JAVA_TOOL_OPTIONS", "-javaagent:otel.jar");
    assertThat(calls("bin", "serve")).singleElement().asString().doesNotContain(USE);
    variables.put("JAVA_TOOL_OPTIONS", "-Dname=value");
    assertThat(served("bin")).contains(USE);
  }

  /** A JVM that maps a file which is shorter than it was crashes. */
  @Test
  void a_server_does_not_start_from_an_archive_that_lost_its_end() throws Exception {
    servedAndTrained("bin");
    Files.writeString(archive(".jsa"), "cl");
    assertThat(servedAndTrained("bin")).doesNotContain(USE);
    assertThat(served("bin")).contains(USE);
  }

  @Test
  void a_java_that_cannot_be_trained_is_asked_once_and_servers_start_without() throws Exception {
    program("plain", "java", PLAIN_JAVA);
    assertThat(servedAndTrained("plain")).doesNotContain(USE);
    assertThat(served("plain")).doesNotContain(USE);
    assertThat(trained()).isFalse();
  }

  @Test
  void a_training_that_was_killed_is_not_waited_for() throws Exception {
    var killed = new ProcessBuilder("true").start();
    killed.waitFor();
    servedAndTrained("bin");
    var archive = archive(".jsa");
    Files.delete(archive);
    Files.createSymbolicLink(
        archive.resolveSibling(archive.getFileName() + ".making"),
        Path.of(Long.toString(killed.pid())));
    assertThat(servedAndTrained("bin")).doesNotContain(USE);
    assertThat(served("bin")).contains(USE);
  }

  /** A user who kills a server by the words of its command kills the shell that waits, too. */
  @Test
  void a_training_whose_shell_was_killed_is_not_disturbed_and_the_next_start_repeats_it()
      throws Exception {
    var hold = Files.writeString(clone.resolve("calls.hold"), "");
    served("bin");
    Await.until("the training", this::trained);
    var pid = Files.readSymbolicLink(archive(".making")).toString();
    var training = ProcessHandle.of(Long.parseLong(pid));
    training.flatMap(ProcessHandle::parent).orElseThrow().destroyForcibly();
    assertThat(served("bin")).doesNotContain(USE);
    Files.delete(hold);
    Await.until("the end of the training", () -> !training.orElseThrow().isAlive());
    assertThat(trained()).isFalse();
    assertThat(servedAndTrained("bin")).doesNotContain(USE);
    assertThat(served("bin")).contains(USE);
  }

  /** The training outlives the server that started it. */
  @Test
  void a_server_that_is_restarted_during_the_training_starts_no_second_one() throws Exception {
    var hold = Files.writeString(clone.resolve("calls.hold"), "");
    served("bin");
    Await.until("the training", this::trained);
    assertThat(served("bin")).doesNotContain(USE);
    Files.delete(hold);
    Await.until("the archive for the next start", () -> !isMaking());
    assertThat(trained()).isFalse();
    assertThat(served("bin")).contains(USE);
  }

  /** Writes the reports of two modules as Surefire does. */
  private static final String TESTED =
      """
      #!/usr/bin/env bash
      mkdir -p cli/target/surefire-reports server/target/surefire-reports
      cat > cli/target/surefire-reports/TEST-ChartTest.xml <<'END'
      <testsuite tests="2">
        <testcase name="" classname="ChartTest" time="0">
          <skipped message="Assumption failed: Helm&apos;s library is missing for &quot;aarch64&quot; &amp; others." type="org.opentest4j.TestAbortedException"><![CDATA[at line 1
      ]]></skipped>
        </testcase>
        <testcase name="plain" classname="ChartTest" time="0"/>
      </testsuite>
      END
      cat > server/target/surefire-reports/TEST-ScreenTest.xml <<'END'
      <testsuite tests="4">
        <testcase name="one" classname="ScreenTest" time="0">
          <skipped message="Assumption failed: There is no browser."/>
        </testcase>
        <testcase name="two" classname="ScreenTest" time="0">
          <skipped message="Assumption failed: There is no browser."/>
        </testcase>
        <testcase name="three" classname="ScreenTest" time="0">
          <skipped type="org.opentest4j.TestAbortedException"><![CDATA[org.opentest4j.TestAbortedException: Assumption failed: There is no pg_dump.
          at line 1
      ]]></skipped>
        </testcase>
        <testcase name="four" classname="ScreenTest" time="0">
          <failure message="expected"/>
        </testcase>
      </testsuite>
      END
      exit 1
      """;

  @Test
  void the_totals_of_the_tests_contain_the_reason_of_each_skipped_one() throws Exception {
    program("mvn", TESTED);
    // The test must not install anything.
    program("apt-get", "#!/bin/sh\nexit 1\n");
    var tests = start("test");
    var output = new String(tests.getInputStream().readAllBytes());
    assertThat(tests.waitFor()).as(output).isEqualTo(1);
    var lines = output.lines().toList();
    assertThat(lines)
        .contains(
            "skipped (1): Helm's library is missing for \"aarch64\" & others.",
            "skipped (2): There is no browser.",
            "skipped (1): There is no pg_dump.");
    assertThat(lines.get(lines.size() - 1)).isEqualTo("1 passed, 1 failed, 4 skipped");
  }

  /** A renamed class would be left out silently. */
  @Test
  void the_quick_tests_are_classes_that_exist() throws Exception {
    program("mvn", "#!/usr/bin/env bash\nprintf '%s\\n' \"$@\" > options\n");
    program("apt-get", "#!/bin/sh\nexit 1\n");
    var tests = start(clone.resolve("tapline"), "bin", "test", "--quick", "-Dname=value");
    var output = new String(tests.getInputStream().readAllBytes());
    assertThat(tests.waitFor()).as(output).isZero();
    var options = Files.readAllLines(clone.resolve("options"));
    assertThat(options).contains("test", "-Dname=value").doesNotContain("--quick");
    var chosen =
        options.stream().filter(one -> one.startsWith("-Dtest=")).findFirst().orElseThrow();
    var sources = testSources();
    assertThat(chosen.substring("-Dtest=".length()).split(","))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            pattern -> {
              var source = Pattern.quote(pattern).replace("*", "\\E[A-Za-z]*\\Q");
              assertThat(sources).as(pattern).anyMatch(name -> name.matches(source));
            });
  }

  /** The names of all test classes of this repository. */
  private static List<String> testSources() throws IOException {
    var names = new ArrayList<String>();
    for (var parent : List.of("..", "../tests", "../tools", "../examples")) {
      try (var modules = Files.list(Path.of(parent))) {
        for (var module : modules.toList()) {
          names.addAll(testSources(module.resolve("src/test/java")));
        }
      }
    }
    return names;
  }

  private static List<String> testSources(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith("Test.java"))
          .map(name -> name.replace(".java", "").replace('/', '.'))
          .toList();
    }
  }

  @Test
  void a_link_to_it_does_as_well() throws Exception {
    var folder = Files.createDirectories(clone.resolve("elsewhere"));
    var link = Files.createSymbolicLink(folder.resolve("tapline"), Path.of("../tapline"));
    var second = Files.createSymbolicLink(folder.resolve("second"), link);
    assertThat(start(second, "bin").waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(clone.resolve("builds")).exists();
    assertThat(folder.resolve("builds")).doesNotExist();
  }
}

package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two tests at a time: each waits for processes, in a folder of its own. */
@Execution(ExecutionMode.CONCURRENT)
class KilledTest {

  private static Path made;

  @TempDir Path folder;

  @Test
  void a_server_left_over_by_a_killed_jvm_is_adopted_with_its_data() throws Exception {
    long left = killAChildThatCommitted();
    try (EmbeddedServer server = EmbeddedServer.start(folder)) {
      assertThat(server.adopted()).isTrue();
      assertThat(postmaster()).isEqualTo(left);
      assertThat(WordTable.read(server)).containsExactly("from the child");
      assertThat(WordTable.show(server, "fsync")).isEqualTo("on");
    }
    // Its pid file goes a moment before the process itself.
    ProcessHandle.of(left).ifPresent(process -> process.onExit().join());
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void a_left_over_server_with_other_settings_is_stopped_and_started_anew() throws Exception {
    long left = killAChildThatCommitted();
    try (EmbeddedServer server = EmbeddedServer.in(folder).setting("work_mem", "7MB").start()) {
      assertThat(server.adopted()).isFalse();
      assertThat(postmaster()).isNotEqualTo(left);
      assertThat(WordTable.show(server, "work_mem")).isEqualTo("7MB");
      assertThat(WordTable.read(server)).containsExactly("from the child");
    }
  }

  @Test
  void a_left_over_server_on_another_port_than_asked_for_is_started_anew() throws Exception {
    killAChildThatCommitted();
    int port = UndrawnPort.next();
    try (EmbeddedServer server = EmbeddedServer.in(folder).port(port).start()) {
      assertThat(server.adopted()).isFalse();
      assertThat(server.port()).isEqualTo(port);
      assertThat(WordTable.read(server)).containsExactly("from the child");
    }
  }

  @Test
  void a_server_killed_together_with_its_jvm_recovers_what_was_committed() throws Exception {
    long left = killAChildThatCommitted();
    killHard(left);
    try (EmbeddedServer server = EmbeddedServer.start(folder)) {
      assertThat(server.adopted()).isFalse();
      assertThat(WordTable.read(server)).containsExactly("from the child");
    }
    assertThat(folder.resolve("postgres.log")).content().contains("automatic recovery in progress");
  }

  @Test
  void a_server_killed_under_a_living_jvm_can_be_closed_and_started_again() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.start(folder)) {
      WordTable.write(server, "before");
      killHard(postmaster());
    }
    try (EmbeddedServer server = EmbeddedServer.start(folder)) {
      assertThat(WordTable.read(server)).containsExactly("before");
    }
  }

  @Test
  void a_pid_that_was_given_to_another_process_since_is_neither_believed_nor_signalled()
      throws Exception {
    killHard(killAChildThatCommitted());
    Process bystander = new ProcessBuilder("cat").start();
    try {
      Path pidFile = folder.resolve("data/postmaster.pid");
      String words = Files.readString(pidFile);
      Files.writeString(pidFile, words.replaceFirst("\\d+", Long.toString(bystander.pid())));
      try (EmbeddedServer server = EmbeddedServer.start(folder)) {
        assertThat(WordTable.read(server)).containsExactly("from the child");
      }
      assertThat(bystander.isAlive()).isTrue();
    } finally {
      bystander.destroyForcibly();
    }
  }

  @Test
  void two_jvms_that_unpack_and_start_at_once_both_work() throws Exception {
    Map<String, String> emptyCache = Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString());
    try (ChildServer one = launch(emptyCache, "one");
        ChildServer two = launch(emptyCache, "two")) {
      assertThat(List.of(one.line(), two.line())).containsOnly(ChildServerMain.COMMITTED);
      one.end();
      two.end();
    }
    try (var unpacked = Files.newDirectoryStream(folder.resolve("cache/tapline/postgresql"))) {
      assertThat(unpacked).filteredOn(Files::isDirectory).hasSize(1);
    }
  }

  private ChildServer launch(Map<String, String> environment, String name) throws Exception {
    return ChildServer.launch(
        ChildServerMain.class, environment, List.of(), folder.resolve(name).toString());
  }

  /** Runs initdb once for all tests, because it takes as long as the rest of a test. */
  @BeforeAll
  static void makeData(@TempDir Path once) {
    made = once;
    EmbeddedServer.start(once).close();
  }

  private void copyData() throws IOException {
    PathUtils.copyDirectory(made, folder, StandardCopyOption.COPY_ATTRIBUTES);
    // PostgreSQL takes no folder that others can read.
    Files.setPosixFilePermissions(
        folder.resolve("data"), PosixFilePermissions.fromString("rwx------"));
  }

  private long killAChildThatCommitted() throws Exception {
    copyData();
    try (ChildServer child = ChildServer.launch(folder)) {
      assertThat(child.line()).isEqualTo(ChildServerMain.COMMITTED);
      child.kill();
    }
    return postmaster();
  }

  private long postmaster() throws Exception {
    return PostmasterPid.read(ServerDirectory.at(folder)).orElseThrow().pid();
  }

  private static void killHard(long pid) throws Exception {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get();
  }
}

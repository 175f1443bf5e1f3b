package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartTest {

  @TempDir Path folder;

  @Test
  void data_and_password_survive_close_and_start() throws Exception {
    String password;
    try (EmbeddedServer first = EmbeddedServer.start(folder)) {
      WordTable.write(first, "kept");
      password = first.password();
    }
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
    try (EmbeddedServer second = EmbeddedServer.start(folder)) {
      assertThat(second.adopted()).isFalse();
      assertThat(second.password()).isEqualTo(password);
      assertThat(WordTable.read(second)).containsExactly("kept");
    }
    assertThat(folder.resolve("postgres.log")).content().doesNotContain("automatic recovery");
  }

  @Test
  void closing_twice_is_closing_once() {
    EmbeddedServer server = EmbeddedServer.start(folder);
    server.close();
    server.close();
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void a_folder_with_odd_characters_will_do() throws Exception {
    Path odd = folder.resolve("it's a $HOME \"of\" `its` own");
    try (EmbeddedServer server =
        EmbeddedServer.in(odd).setting("cluster_name", "it's $HOME").start()) {
      assertThat(WordTable.show(server, "cluster_name")).isEqualTo("it's $HOME");
    }
  }

  @Test
  void a_directory_in_use_is_refused_within_this_jvm_and_from_another() throws Exception {
    String refusal =
        "The directory %s is in use by process %d: stop that one first, or choose another directory."
            .formatted(folder.toRealPath(), ProcessHandle.current().pid());
    try (EmbeddedServer server = EmbeddedServer.start(folder)) {
      assertThatThrownBy(() -> EmbeddedServer.start(folder))
          .isInstanceOf(EmbeddedServerException.class)
          .hasMessage(refusal);
      // After the refusal here, whose own handle on the lock file would have let the lock go.
      try (ChildServer other = ChildServer.launch(folder)) {
        assertThat(other.line()).isEqualTo(ChildServerMain.REFUSED + refusal);
      }
      WordTable.write(server, "still served");
    }
  }

  @Test
  void data_of_another_major_version_is_refused_and_left_alone() throws Exception {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/PG_VERSION"), "16\n");
    assertThatThrownBy(() -> EmbeddedServer.start(folder))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("was written by PostgreSQL 16 and this is PostgreSQL 18");
    assertThat(folder.resolve("data")).isDirectoryNotContaining("glob:**.conf");
  }

  @Test
  void a_folder_of_something_else_is_refused_and_left_alone() throws Exception {
    Files.createDirectories(folder.resolve("data"));
    Files.writeString(folder.resolve("data/letters.txt"), "dear");
    assertThatThrownBy(() -> EmbeddedServer.start(folder))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("holds no PostgreSQL data");
    assertThat(folder.resolve("data/letters.txt")).hasContent("dear");
  }

  @Test
  void data_without_its_password_is_refused() throws Exception {
    EmbeddedServer.start(folder).close();
    Files.delete(folder.resolve("password"));
    assertThatThrownBy(() -> EmbeddedServer.start(folder))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("password")
        .hasMessageContaining("is missing");
  }

  @Test
  void a_password_that_is_not_the_servers_is_refused_and_the_right_one_opens_again()
      throws Exception {
    EmbeddedServer.start(folder).close();
    Path file = folder.resolve("password");
    String right = Files.readString(file);
    Files.writeString(file, "another\n");
    assertThatThrownBy(() -> EmbeddedServer.start(folder))
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("does not answer with the password");
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
    Files.writeString(file, right);
    EmbeddedServer.start(folder).close();
  }

  @Test
  void a_bad_setting_is_refused_in_the_servers_words_and_leaves_the_directory_free() {
    assertThatThrownBy(() -> EmbeddedServer.in(folder).setting("shared_buffers", "plenty").start())
        .isInstanceOf(EmbeddedServerException.class)
        .hasMessageContaining("invalid value for parameter \"shared_buffers\"");
    EmbeddedServer.start(folder).close();
  }

  @Test
  void a_port_that_is_taken_is_refused_and_a_free_one_is_used() throws Exception {
    int port = UndrawnPort.next();
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(() -> EmbeddedServer.in(folder).port(port).start())
          .isInstanceOf(EmbeddedServerException.class)
          .hasMessageContaining("Port " + port + " on 127.0.0.1 is taken");
    }
    try (EmbeddedServer server = EmbeddedServer.in(folder).port(port).start()) {
      assertThat(server.port()).isEqualTo(port);
    }
  }

  @Test
  void a_start_that_was_cut_short_while_making_its_data_is_made_good() throws Exception {
    Files.createDirectories(folder.resolve("initdb-123/base"));
    EmbeddedServer.start(folder).close();
    assertThat(folder).isDirectoryNotContaining("glob:**initdb-*");
  }
}

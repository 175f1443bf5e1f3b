package io.tapline.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerLogTest {

  @TempDir Path folder;

  @Test
  void a_log_at_the_limit_is_gone_on_with_and_one_past_it_is_turned_over() throws Exception {
    Path file = folder.resolve("postgres.log");
    ServerLog log = new ServerLog(file);
    grow(file, ServerLog.TURN_OVER_AT_BYTES);
    log.open();
    assertThat(log.length()).isEqualTo(ServerLog.TURN_OVER_AT_BYTES);

    grow(file, ServerLog.TURN_OVER_AT_BYTES + 1);
    log.open();
    assertThat(log.length()).isZero();
    assertThat(folder.resolve("postgres.log.1")).hasSize(ServerLog.TURN_OVER_AT_BYTES + 1);
  }

  @Test
  void only_what_was_said_since_is_read() throws Exception {
    Path file = folder.resolve("postgres.log");
    Files.writeString(file, "before\nafter\n");
    assertThat(new ServerLog(file).since("before\n".length())).isEqualTo("after\n");
  }

  @Test
  void the_reason_is_the_fatal_message_or_else_the_last_line() {
    assertThat(ServerLog.reason("LOG:  one\n12:00 [1] FATAL:  no room\nHINT:  make some\n"))
        .isEqualTo("no room");
    assertThat(ServerLog.reason("one\ntwo\n\n")).isEqualTo("two");
    assertThat(ServerLog.reason("")).isEqualTo("it said nothing");
  }

  private static void grow(Path file, long length) throws Exception {
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(length);
    }
  }
}

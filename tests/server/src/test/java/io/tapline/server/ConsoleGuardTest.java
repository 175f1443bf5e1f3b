package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ConsoleGuardTest {

  @Test
  void what_the_console_takes_is_written_before_it_goes_on() throws Exception {
    try (var reader = new PipedInputStream();
        var pipe = new PipedOutputStream(reader)) {
      var out = new PrintStream(pipe, true, StandardCharsets.UTF_8);
      ConsoleGuard.attempt(() -> out.print("Stopped."));
      assertThat(reader.readNBytes(8)).asString().isEqualTo("Stopped.");
    }
  }

  @Test
  void a_console_that_nobody_reads_does_not_keep_the_server_from_stopping() {
    var never = new CountDownLatch(1);
    var out =
        new PrintStream(
            new OutputStream() {
              @Override
              public void write(int b) {
                try {
                  never.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
            });
    ConsoleGuard.attempt(() -> out.println("Stopping."), 1);
    assertThat(never.getCount()).isOne();
  }
}

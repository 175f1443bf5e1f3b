package io.tapline.bench.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServeProcessTest {

  private static final String OPTIONS = "tapline.bench.serverOptions";

  @AfterEach
  void clear() {
    System.clearProperty(OPTIONS);
  }

  @Test
  void a_server_of_the_bench_gets_the_jvm_options_that_the_launcher_passes() {
    assertThat(ServeProcess.command()).noneMatch(word -> word.startsWith("-XX:Tier4"));
    System.setProperty(OPTIONS, "-XX:+UseParallelGC -XX:Tier4InvocationThreshold=20000");
    assertThat(ServeProcess.command())
        .containsSubsequence(
            "-XX:+UseParallelGC", "-XX:Tier4InvocationThreshold=20000", ServeProcess.MAIN);
  }
}

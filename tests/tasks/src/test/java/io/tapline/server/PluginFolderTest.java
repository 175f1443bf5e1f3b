package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TestTapline;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A start with a missing folder of plugins is explained in one sentence and by the exit code. */
@Timeout(300) // A start that wrongly succeeds would serve for ever.
class PluginFolderTest {

  @Test
  void a_folder_of_plugins_that_is_not_there(@TempDir Path folder) {
    var nowhere = folder.resolve("nowhere").toString();
    assertThat(refusal(Map.of(), "--port", "0", "--plugins", nowhere))
        .contains(nowhere, "--plugins");
    assertThat(refusal(Map.of("TAPLINE_PLUGINS", nowhere), "--port", "0")).contains(nowhere);
  }

  private static String refusal(Map<String, String> environment, String... arguments) {
    var all = new HashMap<>(Map.of("TAPLINE_TOKENS", TestTapline.TOKENS));
    all.putAll(environment);
    var err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            all, new PrintStream(OutputStream.nullOutputStream()), new PrintStream(err), arguments);
    assertThat(exitCode).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .singleElement()
        .asString()
        .startsWith("tapline serve: ")
        .endsWith(".");
    return err.toString(StandardCharsets.UTF_8);
  }
}

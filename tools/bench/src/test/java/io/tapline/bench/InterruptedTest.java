package io.tapline.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
class InterruptedTest {

  private static final int SOON_SECONDS = 10;

  @TempDir Path folder;

  @Test
  void an_interrupted_run_stops_its_postgres_and_removes_its_directory() throws Exception {
    var run = launch();
    try (var output =
        new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).startsWith("./tapline bench latency");
      assertThat(output.readLine()).contains("one worker in process");
      var postmaster = postmaster();

      run.destroy(); // SIGTERM; Ctrl-C does the same to a JVM
      run.waitFor();

      var directories = folder.toFile().list();
      // Its files go a moment before the process itself. One that was left behind must not outlive
      // the test.
      boolean stopped = endsSoon(postmaster);
      ProcessHandle.of(postmaster).ifPresent(ProcessHandle::destroyForcibly);
      assertThat(directories).isEmpty();
      assertThat(stopped).isTrue();
    } finally {
      run.destroyForcibly();
    }
  }

  private static boolean endsSoon(long pid) throws Exception {
    var process = ProcessHandle.of(pid);
    if (process.isEmpty()) {
      return true;
    }
    try {
      process.get().onExit().get(SOON_SECONDS, TimeUnit.SECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private Process launch() throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var command =
        List.of(
            java,
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            Bench.class.getName(),
            "latency",
            "--jobs",
            "1000000");
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /** The pid is the first line of the file that PostgreSQL keeps in its data directory. */
  private long postmaster() throws IOException {
    try (var paths = Files.find(folder, 3, (path, any) -> path.endsWith("postmaster.pid"))) {
      return Long.parseLong(Files.readAllLines(paths.findFirst().orElseThrow()).get(0).strip());
    }
  }
}

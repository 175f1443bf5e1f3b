package io.tapline.bench.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.bench.TestBench;
import io.tapline.bench.host.ServeProcess;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server of the class path instead of the one that the command would build. */
@Tag("soak")
class ServerStartTest {

  @Test
  void the_start_of_a_server_and_its_first_jobs_are_measured_in_each_round() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var sizes =
        FigureRunTest.tiny(
            java,
            "-Dlogging.config=" + ServeProcess.logging(),
            "-cp",
            System.getProperty("java.class.path"),
            "io.tapline.server.Main");

    Map<Figure, Integer> measured = new EnumMap<>(Figure.class);
    ServerStart.run(
        TestBench.server(),
        sizes,
        (figure, value) -> {
          assertThat(value).as(figure.title()).isPositive();
          measured.merge(figure, 1, Integer::sum);
        });

    assertThat(measured).isEqualTo(Map.of(Figure.SERVE_READY, 2, Figure.FIRST_JOBS, 2));
  }
}

package io.tapline.bench.goals;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * docs/guide/benchmark.md shows the goals with the figures of the last saved run. Run this with
 * {@code -Dtapline.record=true} after {@code ./tapline bench figures} to write the table again.
 */
class FiguresPageTest {

  private static final Path PAGE = Path.of("../../docs/guide/benchmark.md");
  private static final Path RESULTS = Path.of("results/figures.json");
  private static final String BEGIN = "<!-- made by FiguresPageTest -->\n";
  private static final String END = "<!-- end -->\n";

  @Test
  void the_table_of_the_goals_has_the_figures_of_the_saved_run() throws IOException {
    var page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END, begin);
    var made = section(Json.parse(Files.readString(RESULTS)));
    if (Boolean.getBoolean("tapline.record")) {
      Files.writeString(PAGE, page.substring(0, begin) + made + page.substring(end));
    } else {
      assertThat(page.substring(begin, end))
          .as("write the table again with -Dtapline.record=true")
          .isEqualTo(made);
    }
  }

  private static String section(JsonNode figures) {
    var setting = figures.at("/peers/setting");
    return "\n%sMeasured on %s with %d cores and %s; PostgreSQL %s, %s, Tapline %s.\n"
        .formatted(
            GoalTable.read(figures.get("goals")) + "\n",
            setting.at("/machine/processor").stringValue(),
            setting.at("/machine/cores").intValue(),
            setting.at("/machine/memory").stringValue(),
            setting.get("postgres").stringValue(),
            setting.get("java").stringValue(),
            setting.get("tapline").stringValue());
  }
}

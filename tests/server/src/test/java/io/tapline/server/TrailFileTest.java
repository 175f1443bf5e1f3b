package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The audit trail as a file: whole, however many pages it has, and safe in a spreadsheet. */
@TaplineServer
class TrailFileTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static HttpApi operator() {
    return new HttpApi(tapline.address(), "acme-operator");
  }

  @Test
  void it_has_every_action_and_its_length_is_not_known_when_it_begins()
      throws IOException, InterruptedException {
    var queue = lab.queue();
    for (int batch = 0; batch < 2; batch++) {
      var items = new ArrayList<Map<String, Object>>();
      for (int i = 0; i < 400; i++) {
        items.add(TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
      }
      lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
    }
    var answer =
        operator().stream(
            "/activity.csv?queue_key=" + queue, HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/csv;charset=UTF-8");
    assertThat(answer.headers().firstValue("Content-Disposition").orElse(""))
        .startsWith("attachment");
    assertThat(answer.headers().firstValue("Content-Length")).isEmpty();
    List<String> lines;
    try (var in =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      lines = in.lines().toList();
    }
    assertThat(lines.get(0))
        .startsWith("\"at\",\"action_key\",\"actor\",\"role\",\"subject_euid\"");
    assertThat(lines.stream().filter(line -> line.contains(",\"enqueue_subject\",")).distinct())
        .hasSize(800);
    assertThat(lines).anyMatch(line -> line.contains(",\"create_queue\","));
  }

  @Test
  void a_reason_is_no_formula_and_a_line_stays_a_line() {
    var subject = lab.enqueue(lab.queue());
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body(
                "subject_euid", subject, "hold_code", "QC", "reason", "=1+1, \"said\" she"))
        .ok();
    assertThat(operator().get("/activity.csv?subject_euid=" + subject).text())
        .contains("\"'=1+1, \"\"said\"\" she\"");
    for (var reason : List.of("\uFF1D1+1", "x;=A1")) {
      var other = lab.enqueue(lab.queue());
      lab.operator
          .post(
              "actions/hold",
              TenantApi.body("subject_euid", other, "hold_code", "QC", "reason", reason))
          .ok();
      assertThat(operator().get("/activity.csv?subject_euid=" + other).text())
          .contains((reason.startsWith("x") ? "\"" : "\"'") + reason + "\"");
    }
  }

  @Test
  void what_is_wrong_with_a_filter_is_a_problem_and_no_file() {
    assertThat(operator().get("/activity.csv?subject_euid=Z-TK-1").problem())
        .isEqualTo("NOT_FOUND");
    assertThat(operator().get("/activity.csv?color=red").problem()).isEqualTo("VALIDATION_FAILED");
    var theirs = new HttpApi(tapline.address(), "other-admin");
    var subject = lab.enqueue(lab.queue());
    assertThat(theirs.get("/activity.csv?subject_euid=" + subject).problem())
        .isEqualTo("NOT_FOUND");
  }
}

package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.model.Caller;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import io.tapline.testkit.engine.ScratchEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The example of the README: it runs, and it is what the README shows. */
class ExampleTest {

  private static final String FROM = "// example: begins";
  private static final String TO = "// example: ends";

  @Test
  void the_example_runs() {
    try (var test = new ScratchEngine()) {
      assertThat(example(test.owner(), test.serving())).isEqualTo("COMPLETED");
    }
  }

  @Test
  void the_readme_shows_this_very_code() throws IOException {
    var source = Files.readString(Path.of("src/test/java/io/tapline/engine/ExampleTest.java"));
    int from = source.indexOf("    " + FROM) + 4 + FROM.length();
    var code = dense(source.substring(from, source.indexOf("    " + TO)), 4);
    assertThat(dense(Files.readString(Path.of("../..", "README.md")), 0))
        .as("README.md shows another example than ExampleTest.example(); copy it over")
        .contains(code);
  }

  private static String dense(String text, int indent) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(line -> line.substring(indent))
        .collect(Collectors.joining("\n"));
  }

  private static String example(DataSource owner, DataSource pool) {
    // example: begins
    long tenant = new Tenants(owner).create("acme", "Acme Labs", List.of(Engine.PACK));
    var engine = new Engine(pool); // connects as tapline_serving
    var ada = Caller.admin(tenant, "ada");

    var fields = QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK)).build();
    engine.execute(ada, new CreateQueue(RequestMeta.key("q-1"), "extraction", fields));

    var work = Json.object().put("sample", "S-1");
    engine.execute(ada, Enqueue.task("order-42", "extraction", work));

    var worker = engine.execute(ada, RegisterWorker.service("w-1", "bench-1", 10)).workerEuid();
    for (var item : engine.claim(ada, Claim.one("c-1", worker, "extraction")).claims()) {
      System.out.println("doing " + item.properties());
      engine.execute(ada, Complete.of("done-42", item.subjectEuid(), worker, item.leaseEuid()));
    }
    // example: ends
    var state =
        new io.tapline.tapdb.TapDb(pool)
            .transaction(
                tenant,
                tx ->
                    tx.query(
                        "select exec_state from tapline.instance_subject where tenant_id = ?",
                        row -> row.getString(1),
                        tenant));
    return state.get(0);
  }
}

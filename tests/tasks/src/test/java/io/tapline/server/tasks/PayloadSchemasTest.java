package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.engine.model.Job;
import io.tapline.engine.model.JobNote;
import io.tapline.engine.model.JobStatus;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Schemas come from clients: none of them costs the server more than its budget. */
class PayloadSchemasTest {

  private static final PayloadSchemas SCHEMAS = new PayloadSchemas();

  @AfterAll
  static void stop() {
    SCHEMAS.close();
  }

  private static void register(String schema) {
    SCHEMAS.requireSchema(Json.parse(schema));
  }

  private static void submit(String schema, JsonNode payload) {
    var parsed = Json.parse(schema);
    var note = new JobNote("queue", "room", "modifiers", "Job", parsed, JobStatus.ACTIVE, 1);
    SCHEMAS.require(new Job(1, schema, note), payload);
  }

  /** Each level asks the level below twice. */
  private static String doubling(int levels) {
    var all = new StringBuilder("{\"$defs\":{\"a0\":{\"type\":\"object\"}");
    for (int i = 1; i <= levels; i++) {
      var below = "{\"$ref\":\"#/$defs/a" + (i - 1) + "\"}";
      all.append(",\"a%d\":{\"allOf\":[%s,%s]}".formatted(i, below, below));
    }
    return all.append("},\"properties\":{\"x\":{\"$ref\":\"#/$defs/a")
        .append(levels)
        .append("\"}}}")
        .toString();
  }

  @Test
  void a_count_that_is_no_whole_number_of_usual_size_is_refused_with_its_keyword() {
    for (var keyword :
        new String[] {
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "maxProperties",
          "minProperties",
          "maxContains",
          "minContains"
        }) {
      for (var count : new String[] {"1e30", "1e400", "-1e30", "2147483648"}) {
        var schema =
            "{\"properties\":{\"x\":{\"contains\":{},\"%s\":%s}}}".formatted(keyword, count);
        assertThatThrownBy(() -> register(schema))
            .as(schema)
            .isInstanceOf(ProblemException.class)
            .hasMessageContaining(keyword);
      }
    }
    register("{\"maxLength\":5.0,\"const\":{\"maxLength\":1e30}}");
  }

  @Test
  void a_schema_that_refers_to_itself_without_end_is_refused() {
    for (var schema :
        new String[] {
          "{\"$ref\":\"#\"}",
          "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
          "{\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}},\"not\":{\"$ref\":\"#/$defs/a\"}}"
        }) {
      assertThatThrownBy(() -> register(schema))
          .as(schema)
          .isInstanceOf(ProblemException.class)
          .hasMessageContaining("without end");
    }
  }

  @Test
  void a_schema_of_a_tree_may_refer_to_itself() {
    var tree =
        "{\"type\":\"object\",\"properties\":{\"next\":{\"$ref\":\"#\"}},\"required\":[\"name\"]}";
    register(tree);
    submit(tree, Json.parse("{\"name\":1,\"next\":{\"name\":2}}"));
    assertThatThrownBy(() -> submit(tree, Json.parse("{\"name\":1,\"next\":{}}")))
        .hasMessageContaining("payload.next");
  }

  @Test
  void references_that_double_the_work_with_every_level_are_given_up() {
    var payload = Json.parse("{\"x\":{}}");
    submit(doubling(5), payload);
    assertThatThrownBy(() -> submit(doubling(40), payload))
        .isInstanceOf(ProblemException.class)
        .hasMessageContaining("steps");
  }

  @Test
  void patterns_that_need_more_than_linear_time_are_refused() {
    for (var pattern :
        new String[] {"^(a+)+\\\\1$", "(?=a)b", "(?<!a)b", "((a{1000}){1000}){1000}"}) {
      assertThatThrownBy(() -> register("{\"type\":\"string\",\"pattern\":\"" + pattern + "\"}"))
          .as(pattern)
          .isInstanceOf(ProblemException.class)
          .hasMessageContaining("pattern");
    }
  }

  @Test
  void nested_repetitions_match_at_once_however_long_the_text() {
    var schema = "{\"properties\":{\"x\":{\"pattern\":\"^(a+)+$\"}}}";
    register(schema);
    submit(schema, Json.object().put("x", "a".repeat(100_000)));
    assertThatThrownBy(() -> submit(schema, Json.object().put("x", "a".repeat(100_000) + "b")))
        .hasMessageContaining("payload.x");
  }

  @Test
  void what_patterns_and_texts_cost_together_is_bounded() {
    var schema = "{\"properties\":{\"x\":{\"pattern\":\"(ab?){900}\"}}}";
    register(schema);
    assertThatThrownBy(() -> submit(schema, Json.object().put("x", "a".repeat(200_000))))
        .hasMessageContaining("steps");
  }

  @Test
  void usual_schemas_are_judged_as_the_standard_has_them() {
    var schema =
        "{\"type\":\"object\",\"allOf\":[{\"properties\":{\"a\":{\"pattern\":\"^[A-Z]{2}-\\\\d+$\"}}}],"
            + "\"unevaluatedProperties\":false}";
    assertThatCode(() -> register(schema)).doesNotThrowAnyException();
    submit(schema, Json.object().put("a", "AB-12"));
    assertThatThrownBy(() -> submit(schema, Json.object().put("a", "AB-x")))
        .hasMessageContaining("payload.a");
    assertThatThrownBy(() -> submit(schema, Json.object().put("b", 1)))
        .isInstanceOf(ProblemException.class);
    assertThat(new PatternSize("[0-9a-f]{8}-[0-9a-f]{4}").count()).isLessThan(30);
  }
}

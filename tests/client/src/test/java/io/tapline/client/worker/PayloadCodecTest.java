package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** A value that the type of a handler cannot represent is an error with its path. */
class PayloadCodecTest {

  private enum Priority {
    ROUTINE,
    STAT
  }

  private record Well(String name, double volume) {}

  private record Plate(
      String plateId, int wells, Priority priority, boolean sealed, Instant at, List<Well> used) {}

  private final PayloadCodec strict = PayloadCodec.strict();

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }

  @Test
  void names_are_as_in_java_and_unknown_properties_are_allowed() {
    var read =
        (Plate)
            strict.decode(
                json(
                    "{'plateId':'P-1','wells':96,'priority':'STAT','sealed':true,'extra':1,"
                        + "'at':'2026-01-02T03:04:05Z','used':[{'name':'A1','volume':2}]}"),
                Plate.class);
    assertThat(read)
        .isEqualTo(
            new Plate(
                "P-1",
                96,
                Priority.STAT,
                true,
                Instant.parse("2026-01-02T03:04:05Z"),
                List.of(new Well("A1", 2))));
    assertThat(strict.decode(strict.encode(read), Plate.class)).isEqualTo(read);
    assertThat(strict.encode(read).path("plateId").asString()).isEqualTo("P-1");
    assertThat(strict.encode(read).path("at").asString()).isEqualTo("2026-01-02T03:04:05Z");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'wells':null | wells",
        "'plateId':'P-1' | wells",
        "'wells':'96' | wells",
        "'wells':96.5 | wells",
        "'wells':true | wells",
        "'wells':1,'sealed':null | sealed",
        "'wells':1,'sealed':1,'plateId':'x' | sealed",
        "'wells':1,'sealed':true,'priority':'URGENT' | priority",
        "'wells':1,'sealed':true,'priority':1 | priority",
        "'wells':1,'sealed':true,'priority':'' | priority",
        "'wells':1,'sealed':true,'plateId':7 | plateId",
        "'wells':1,'sealed':true,'plateId':true | plateId",
        "'wells':1,'sealed':true,'at':'yesterday' | at",
        "'wells':1,'sealed':true,'used':{} | used",
        "'wells':1,'sealed':true,'used':[{'name':'A1','volume':1},{'name':'A2','volume':null}] |"
            + " used[1].volume"
      })
  void a_value_that_does_not_fit_is_an_error_that_names_its_path(String fields, String path) {
    var payload = json("{" + fields.strip() + "}");
    for (var codec : List.of(strict, PayloadCodec.of(JsonMapper.shared()))) {
      assertThatThrownBy(() -> codec.decode(payload, Plate.class))
          .isInstanceOf(PayloadException.class)
          .hasMessageStartingWith(path.strip() + ": ");
    }
  }

  @Test
  void a_mapper_keeps_its_names_and_not_its_leniency() {
    var lenient =
        JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(tools.jackson.databind.cfg.EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
            .disable(tools.jackson.databind.DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();
    var codec = PayloadCodec.of(lenient);
    var read =
        (Plate) codec.decode(json("{'plate_id':'P-1','wells':1,'sealed':false}"), Plate.class);
    assertThat(read.plateId()).isEqualTo("P-1");
    assertThat(codec.encode(read).has("plate_id")).isTrue();
    assertThatThrownBy(
            () -> codec.decode(json("{'wells':1,'sealed':true,'priority':'URGENT'}"), Plate.class))
        .hasMessageStartingWith("priority: ");
    assertThatThrownBy(() -> codec.decode(json("{'sealed':true}"), Plate.class))
        .hasMessageStartingWith("wells: ");
  }

  @Test
  void a_result_without_a_json_form_is_an_error() {
    class Loop {
      @SuppressWarnings("unused")
      public Loop getSelf() {
        return this;
      }
    }
    assertThatThrownBy(() -> strict.encode(new Loop())).isInstanceOf(PayloadException.class);
    assertThat(strict.encode(null)).isNull();
    var tree = json("{'n':1}");
    assertThat(strict.encode(tree)).isEqualTo(tree).isNotSameAs(tree);
    assertThat(strict.encode("text").asString()).isEqualTo("text");
    assertThat(strict.encode(Map.of("a", 1)).path("a").asInt()).isEqualTo(1);
  }
}

package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatePackTest {

  private static final String RIGHT =
      """
      {"pack": "lab", "version": "1.0", "templates": [
        {"code": "content/lab/plate/1.0", "prefix": "PMT", "storage_class": "subject", "work_bearing": true,
         "display_name": "Plate", "noun": {"one": "plate", "many": "plates"}, "properties_schema": {"type": "object"}},
        {"code": "data/lab/note/1.0", "prefix": "NTE", "storage_class": "registry", "display_name": "Note"}],
       "queues": [{"queue_key": "a"}]}
      """;

  @Test
  void a_right_pack_is_read_whole() {
    var pack = TemplatePack.of("lab.json", RIGHT);
    assertThat(pack.name()).isEqualTo("lab");
    assertThat(pack.version()).isEqualTo("1.0");
    assertThat(pack.templates())
        .extracting(TemplatePack.Entry::code)
        .containsExactly("content/lab/plate/1.0", "data/lab/note/1.0");
    assertThat(pack.templates().get(0).storageClass()).isEqualTo(StorageClass.SUBJECT);
    assertThat(pack.queues()).extracting(q -> q.get("queue_key").asString()).containsExactly("a");
  }

  @Test
  void the_base_pack_has_tenants_the_installation_and_principals() {
    assertThat(TemplatePack.BASE.templates())
        .extracting(TemplatePack.Entry::code, TemplatePack.Entry::prefix)
        .containsExactly(
            tuple("data/system/tenant/1.0", "TNT"),
            tuple("data/system/installation/1.0", "NST"),
            tuple("actor/system/principal/1.0", "PRN"));
  }

  /** The text to replace, its replacement, and the path of the reported problem. */
  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of("\"pack\": \"lab\",", "", "$"),
        Arguments.of("\"lab\"", "7", "$.pack"),
        Arguments.of("\"version\": \"1.0\"", "\"version\": \"one\"", "$.version"),
        Arguments.of("content/lab/plate/1.0", "content/plate/1.0", "$.templates[0].code"),
        Arguments.of(", \"many\": \"plates\"", "", "$.templates[0].noun"),
        Arguments.of("\"many\": \"plates\"", "\"many\": \"\"", "$.templates[0].noun.many"),
        Arguments.of("content/lab/plate/1.0", "content/lab/plate/1", "$.templates[0].code"),
        Arguments.of("\"NTE\"", "\"NOTE\"", "$.templates[1].prefix"),
        Arguments.of("\"NTE\"", "\"nte\"", "$.templates[1].prefix"),
        Arguments.of("\"NTE\"", "\"N\"", "$.templates[1].prefix"),
        Arguments.of("\"NTE\"", "\"NTEST\"", "$.templates[1].prefix"),
        Arguments.of("\"NTE\"", "\"NTE\\n\"", "$.templates[1].prefix"),
        Arguments.of("\"registry\"", "\"table\"", "$.templates[1].storage_class"),
        Arguments.of("\"subject\"", "\"registry\"", "$.templates[0].storage_class"),
        Arguments.of("\"display_name\": \"Note\"", "\"name\": \"Note\"", "$.templates[1]"),
        Arguments.of("\"Note\"", "\"\"", "$.templates[1].display_name"),
        Arguments.of("true", "\"yes\"", "$.templates[0].work_bearing"),
        Arguments.of("{\"type\": \"object\"}", "true", "$.templates[0].properties_schema"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"type\": \"thing\"}",
            "$.templates[0].properties_schema.type"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"properties\": {\"a\": {\"pattern\": \"[\"}}}",
            "$.templates[0].properties_schema"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"$ref\": \"#/$defs/gone\"}",
            "$.templates[0].properties_schema"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"$ref\": \"http://127.0.0.1:1/schema.json\"}",
            "$.templates[0].properties_schema"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"$ref\": \"file:///etc/passwd\"}",
            "$.templates[0].properties_schema"),
        Arguments.of(
            "{\"type\": \"object\"}",
            "{\"$schema\": \"https://json-schema.org/draft/2030-01/schema\"}",
            "$.templates[0].properties_schema"),
        Arguments.of("data/lab/note/1.0", "content/lab/plate/1.0", "$.templates[1].code"),
        Arguments.of("{\"queue_key\": \"a\"}", "\"a\"", "$.queues[0]"),
        Arguments.of("\"Note\"", "\"No\\u0000te\"", "$"),
        Arguments.of("\"queues\"", "\"cues\"", "$"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void a_wrong_pack_is_refused_with_file_path_and_reason(String from, String to, String path) {
    var wrong = RIGHT.replace(from, to);
    assertThat(wrong).isNotEqualTo(RIGHT);
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> TemplatePack.of("lab.json", wrong))
        .satisfies(e -> assertThat(e.problems().get(0).path()).isEqualTo(path))
        .satisfies(e -> assertThat(e.problems().get(0).reason()).isNotBlank())
        .withMessageStartingWith("lab.json: " + path + ": ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "7", "{} {}", "not json"})
  void what_is_not_a_pack_at_all_is_refused(String text) {
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> TemplatePack.of("x.json", text))
        .withMessageStartingWith("x.json: $: ");
  }

  @Test
  void a_file_is_named_by_its_path(@TempDir Path folder) throws Exception {
    var file = folder.resolve("lab.json");
    Files.writeString(file, "{}");
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> TemplatePack.file(file))
        .withMessageContaining(file.toString())
        .withMessageContaining("templates");
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> TemplatePack.file(folder.resolve("gone.json")))
        .withMessageContaining("gone.json");
  }
}

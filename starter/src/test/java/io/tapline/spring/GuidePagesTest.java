package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The guides contain compiled and tested code, and describe every property. */
class GuidePagesTest {

  private static final Path ROOT = Path.of("..");
  private static final Pattern CODE =
      Pattern.compile("(?:<!-- from (\\S+) -->\n)?```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"testing.md", "spring.md"})
  void code_on_a_page_is_code_of_the_build(String page) throws IOException {
    var blocks = CODE.matcher(Files.readString(ROOT.resolve("docs/guide/" + page)));
    int seen = 0;
    for (; blocks.find(); seen++) {
      assertThat(blocks.group(1)).as("where this is from: " + blocks.group(2)).isNotNull();
      var source = Files.readString(ROOT.resolve(blocks.group(1)));
      assertThat(dense(source)).as(blocks.group(1)).contains(dense(blocks.group(2)));
    }
    assertThat(seen).isPositive();
  }

  /** A page need not indent as the class does. */
  private static String dense(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }

  @Test
  void every_property_is_described_to_tools_and_to_people() throws IOException {
    var page = Files.readString(ROOT.resolve("docs/guide/spring.md"));
    var properties = metadata().path("properties");
    assertThat(properties).hasSizeGreaterThan(10);
    for (var property : properties) {
      var name = property.path("name").asString();
      var description = property.path("description").asString("");
      assertThat(description).as(name).endsWith(".");
      assertThat(page)
          .as(name)
          .contains("| `" + name + "` | " + shown(property) + "| " + description + " |");
    }
  }

  private static String shown(JsonNode property) {
    var value = property.path("defaultValue");
    // Lists have an empty default, which is none to people.
    return value.isMissingNode() || value.isArray() ? "" : "`" + value.asString() + "` ";
  }

  private static JsonNode metadata() throws IOException {
    try (var text =
        TaplineProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      return JsonMapper.shared().readTree(text);
    }
  }
}

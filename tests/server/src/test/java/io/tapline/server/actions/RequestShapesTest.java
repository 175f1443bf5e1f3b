package io.tapline.server.actions;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class RequestShapesTest {

  private enum Colour {
    blue,
    red
  }

  private record Point(@WireField(most = 9, about = "column") Integer x) {}

  private record Place(
      @WireField(most = 3, about = "row") Integer y,
      @WireField(most = 4, about = "level") Long z) {}

  @WireField.Ignored(name = "old_name", length = 5, about = "without effect")
  private record Sample(
      String meta,
      @WireField(required = true, length = 3, about = "a text") String fullName,
      @WireField(codeBeside = "full_name", about = "a code") String code,
      @WireField(words = Colour.class, about = "a word") String colour,
      @WireField(documented = "red", about = "one constant") Colour other,
      @WireField(
              name = "speed",
              flagWords = {"slow", "fast"},
              about = "a flag")
          boolean isFast,
      @WireField(least = -2, most = 9, about = "a number") Integer count,
      @WireField(most = 1, about = "a fraction") Double share,
      @WireField(about = "a time") Instant readyAt,
      @WireField(bytes = 20, about = "a document") JsonNode data,
      @WireField(bytes = 20, object = true, about = "an object") JsonNode more,
      @WireField(length = 2, about = "a list") List<String> tags,
      @WireField(about = "a nested object") Point point,
      @WireField(entries = 7, about = "nested objects") List<Point> points,
      @WireField(identifier = true, about = "an identifier") String system,
      @WireField(length = 9, documentedLength = 5, about = "stored in another form") String secret,
      @WireField(documented = "red", otherwise = "is red", about = "one text") String only,
      @WireField.Group @WireField.Required("y") Place place,
      @WireField(internal = true, length = 3, about = "not on the wire") String origin) {}

  @Test
  void every_field_on_the_wire_is_declared_with_its_constraints_and_its_documentation() {
    assertThat(RequestShapes.of(Sample.class))
        .containsExactly(
            ApiField.optional("old_name", ValueShape.text(5), "without effect"),
            ApiField.required("full_name", ValueShape.text(3), "a text"),
            ApiField.optional("code", WireFields.CODE, "a code"),
            ApiField.optional("colour", ValueShape.choice(Colour.class), "a word"),
            ApiField.optional("other", ValueShape.choice(Colour.red), "one constant"),
            ApiField.optional("speed", ValueShape.choice(List.of("slow", "fast")), "a flag"),
            ApiField.optional("count", ValueShape.whole(-2, 9), "a number"),
            ApiField.optional("share", ValueShape.decimal(0, 1), "a fraction"),
            ApiField.optional("ready_at", ValueShape.time(), "a time"),
            ApiField.optional("data", ValueShape.json(), "a document"),
            ApiField.optional("more", ValueShape.open(), "an object"),
            ApiField.optional("tags", ValueShape.many(ValueShape.text(2), Limits.LIST), "a list"),
            ApiField.optional(
                "point",
                ValueShape.fields(ApiField.optional("x", ValueShape.whole(0, 9), "column")),
                "a nested object"),
            ApiField.optional(
                "points",
                ValueShape.many(
                    ValueShape.fields(ApiField.optional("x", ValueShape.whole(0, 9), "column")), 7),
                "nested objects"),
            ApiField.optional("system", WireFields.CODE, "an identifier"),
            ApiField.optional("secret", ValueShape.text(5), "stored in another form"),
            ApiField.optional("only", ValueShape.choice(List.of("red")), "one text"),
            ApiField.required("y", ValueShape.whole(0, 3), "row"),
            ApiField.optional("z", ValueShape.whole(0, 4), "level"));
  }

  @Test
  void fields_of_the_path_are_left_out_of_the_body() {
    assertThat(RequestShapes.of(Place.class, "z")).extracting(ApiField::name).containsExactly("y");
  }
}

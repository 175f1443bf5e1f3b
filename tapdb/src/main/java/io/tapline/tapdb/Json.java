package io.tapline.tapdb;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NumericNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.ValueNode;
import tools.jackson.databind.ser.std.StdSerializer;

/** The only conversion between JSON and Java: snake_case records, times as fixed-width UTC text. */
public final class Json {

  /** The parser refuses deeper nesting; no document of Tapline comes near it. */
  public static final int MAX_DEPTH = 64;

  /**
   * Limit of values and brackets in one received document. Each becomes an object of some hundred
   * bytes, however short its text: a batch of a thousand with 500 values each comes near it.
   */
  public static final int MAX_TOKENS = 500_000;

  private static final JsonMapper MAPPER =
      mapper(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());

  private static JsonMapper mapper(StreamReadConstraints constraints) {
    return JsonMapper.builder(JsonFactory.builder().streamReadConstraints(constraints).build())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .addModule(
            new SimpleModule("tapline-values")
                .addSerializer(BigDecimal.class, new PlainDecimal())
                .addSerializer(Instant.class, new InstantText())
                .addDeserializer(Instant.class, new TextInstant()))
        .nodeFactory(new WideNumbers())
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        // Readers would disagree on which of two values for one key counts.
        .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build();
  }

  private static final JsonMapper CANONICAL =
      MAPPER.rebuild().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  private static final JsonMapper SPARSE =
      MAPPER
          .rebuild()
          .changeDefaultPropertyInclusion(
              inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private static final ObjectReader STRICT =
      mapper(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxTokenCount(MAX_TOKENS)
                  .build())
          .reader()
          .with(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);

  private Json() {}

  public static JsonNode parse(String text) {
    return MAPPER.readTree(text);
  }

  /**
   * Parses received text: a duplicate name in an object is refused, because either value may be
   * meant.
   */
  public static JsonNode parseStrictly(String text) {
    return STRICT.readTree(text);
  }

  public static <T> T read(String text, Class<T> type) {
    return MAPPER.readValue(text, type);
  }

  public static <T> T read(JsonNode node, Class<T> type) {
    return MAPPER.treeToValue(node, type);
  }

  public static String print(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Prints to UTF-8 without an intermediate text, for immediate output. */
  public static byte[] bytes(Object value) {
    return MAPPER.writeValueAsBytes(value);
  }

  /** A tree without null fields, for documents that are written often and read seldom. */
  public static JsonNode sparseTree(Object value) {
    return SPARSE.valueToTree(value);
  }

  public static JsonNode tree(Object value) {
    // A mapper is slow for plain text.
    return value instanceof String text
        ? MAPPER.getNodeFactory().stringNode(text)
        : MAPPER.valueToTree(value);
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  /** One text for equal documents, for every order of their keys. */
  public static String canonical(JsonNode value) {
    // Through plain maps, because only maps are printed in key order.
    return CANONICAL.writeValueAsString(MAPPER.treeToValue(value, Object.class));
  }

  /**
   * Prints records in the form of {@link #canonical} without the fields of one type, for hashes of
   * requests.
   */
  public static ObjectWriter canonicalWithout(Class<?> type) {
    return SPARSE
        .rebuild()
        .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
        .withConfigOverride(type, ignored -> ignored.setIsIgnoredType(true))
        .build()
        .writer();
  }

  public static String hash(JsonNode value) {
    return sha256(canonical(value));
  }

  public static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return "sha256:"
          + HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * One type of whole number, so that a tree made from an object equals the same tree read from
   * text.
   */
  private static final class WideNumbers extends JsonNodeFactory {
    @Override
    public NumericNode numberNode(int value) {
      return numberNode((long) value);
    }

    @Override
    public ValueNode numberNode(Integer value) {
      return value == null ? nullNode() : numberNode(value.longValue());
    }
  }

  /** Prints a whole decimal as the whole number that its reader will parse. */
  private static final class PlainDecimal extends StdSerializer<BigDecimal> {
    PlainDecimal() {
      super(BigDecimal.class);
    }

    @Override
    public void serialize(BigDecimal value, JsonGenerator generator, SerializationContext context) {
      double number = value.doubleValue();
      if (number == Math.rint(number) && Math.abs(number) < Long.MAX_VALUE) {
        generator.writeNumber(value.longValue());
      } else {
        generator.writeNumber(number);
      }
    }
  }

  private static final class InstantText extends StdSerializer<Instant> {
    InstantText() {
      super(Instant.class);
    }

    @Override
    public void serialize(Instant value, JsonGenerator generator, SerializationContext context) {
      generator.writeString(TimeText.of(value));
    }
  }

  private static final class TextInstant extends StdDeserializer<Instant> {
    TextInstant() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context) {
      return TimeText.parse(parser.getString());
    }
  }
}

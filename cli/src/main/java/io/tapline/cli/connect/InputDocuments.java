package io.tapline.cli.connect;

import io.tapline.cli.base.CommandFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Documents from users: YAML or JSON files, and JSON on the command line. */
public final class InputDocuments {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final YAMLMapper YAML =
      YAMLMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private InputDocuments() {}

  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** Adds a field to a request; a null value is left out. */
  public static ObjectNode put(ObjectNode request, String field, Object value) {
    if (value != null) {
      request.set(field, JSON.valueToTree(value));
    }
    return request;
  }

  /** Parses the output of a program; null when it is not JSON. */
  public static JsonNode tree(String text) {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      return null;
    }
  }

  /** Reads one object from a file; the file extension selects the format. */
  public static ObjectNode file(Path file) {
    var name = file.getFileName().toString();
    boolean yaml = name.endsWith(".yaml") || name.endsWith(".yml");
    return object(text(file), yaml ? YAML : JSON, file.toString(), yaml ? "YAML" : "JSON");
  }

  /** Parses one object. */
  public static ObjectNode json(String text, String where) {
    return object(text, JSON, where, "JSON");
  }

  private static ObjectNode object(String text, ObjectMapper mapper, String where, String form) {
    JsonNode read;
    try {
      read = mapper.readTree(text);
    } catch (JacksonException e) {
      throw CommandFailed.usage(where + " is not " + form + ": " + complaint(e) + "; correct it");
    }
    if (read instanceof ObjectNode object) {
      return object;
    }
    throw CommandFailed.usage(
        where + " must be one object of names and values, such as {\"sample\": \"S-1\"}");
  }

  /** Parses any document; null when the text contains none. */
  public static JsonNode anyOrNull(byte[] text) {
    try {
      var read = JSON.readTree(text);
      return read.isMissingNode() ? null : read;
    } catch (JacksonException e) {
      return null;
    }
  }

  private static String complaint(JacksonException e) {
    var where = e.getLocation();
    var place =
        where == null || where.getLineNr() < 1
            ? ""
            : " (line " + where.getLineNr() + ", column " + where.getColumnNr() + ")";
    return e.getOriginalMessage().lines().findFirst().orElse("unreadable") + place;
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw CommandFailed.usage("There is no file " + file + "; check its name");
    } catch (IOException e) {
      throw CommandFailed.usage(
          "The file " + file + " cannot be read as UTF-8 text (" + e.getMessage() + ")");
    }
  }
}

package io.tapline.tapdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A checked JSON file of templates. Every instance has passed the checks.
 *
 * @param queues queue definitions, passed unchanged to the engine
 */
public record TemplatePack(
    String file, String name, String version, List<Entry> templates, List<JsonNode> queues) {

  /** A NUL inside a JSON string, which PostgreSQL cannot store. */
  private static final Pattern NUL = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*\\\\u0000");

  /** The templates that every tenant has: tenants and principals. */
  public static final TemplatePack BASE = resource(TemplatePack.class, "packs/base.json");

  public TemplatePack {
    templates = List.copyOf(templates);
    queues = List.copyOf(queues);
  }

  /** One template of a pack, with its complete JSON. */
  public record Entry(String code, String prefix, StorageClass storageClass, JsonNode json) {

    private static Entry of(JsonNode json) {
      return new Entry(
          json.get("code").asString(),
          json.get("prefix").asString(),
          StorageClass.of(json.get("storage_class").asString()),
          json);
    }
  }

  public static TemplatePack file(Path path) {
    try {
      return of(path.toString(), Files.readString(path));
    } catch (IOException e) {
      throw new PackRefused(path.toString(), "$", "cannot be read: " + e);
    }
  }

  /** A pack of a library, beside one of its classes. */
  public static TemplatePack resource(Class<?> near, String name) {
    try (var in = near.getResourceAsStream(name)) {
      if (in == null) throw new PackRefused(name, "$", "is not there, beside " + near.getName());
      return of(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static TemplatePack of(String file, String text) {
    var json = parse(file, text);
    refuse(file, PackSchema.problems(json));
    var templates = new ArrayList<Entry>();
    json.get("templates").forEach(entry -> templates.add(Entry.of(entry)));
    refuse(file, duplicates(templates));
    var queues = new ArrayList<JsonNode>();
    json.path("queues").forEach(queues::add);
    return new TemplatePack(
        file, json.get("pack").asString(), json.get("version").asString(), templates, queues);
  }

  private static JsonNode parse(String file, String text) {
    try {
      var json = Json.parse(text);
      if (NUL.matcher(Json.print(json)).find()) {
        throw new PackRefused(file, "$", "holds a NUL character, which cannot be stored");
      }
      return json;
    } catch (JacksonException e) {
      throw new PackRefused(file, "$", "is not JSON: " + e.getMessage());
    }
  }

  /**
   * Checks codes only. Templates may share a prefix, in one pack or across packs, for example as
   * versions of one kind: a uid is never drawn twice, so their EUIDs cannot collide.
   */
  private static List<PackRefused.Problem> duplicates(List<Entry> templates) {
    var problems = new ArrayList<PackRefused.Problem>();
    Set<String> codes = new HashSet<>();
    for (int i = 0; i < templates.size(); i++) {
      var entry = templates.get(i);
      if (!codes.add(entry.code())) {
        problems.add(
            new PackRefused.Problem(
                "$.templates[" + i + "].code", entry.code() + " is there twice"));
      }
    }
    return problems;
  }

  private static void refuse(String file, List<PackRefused.Problem> problems) {
    if (!problems.isEmpty()) throw new PackRefused(file, problems);
  }
}

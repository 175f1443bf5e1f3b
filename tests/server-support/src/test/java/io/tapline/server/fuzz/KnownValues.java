package io.tapline.server.fuzz;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/** Texts that mean something to the server, by the name of the field that they stood in. */
final class KnownValues {

  /** Number of values per name: a few are as good as thousands. */
  private static final int MOST = 60;

  /** Other names for the same things. */
  private static final Map<String, List<String>> ALSO =
      Map.of(
          "euid", List.of("subject_euid", "container_euid"),
          "id", List.of("id"),
          "material_euid", List.of("subject_euid"),
          "after", List.of("next_cursor"),
          "cursor", List.of("next_cursor"),
          "job_id", List.of("job_id", "subject_euid"),
          "q", List.of("subject_euid", "worker_key"),
          "outputs", List.of("subject_euid"),
          "next_queue", List.of("queue_key"),
          "replaced_by", List.of("queue_key"));

  private final Map<String, Set<String>> byName = new TreeMap<>();
  private final Map<String, List<String>> lists = new HashMap<>();

  void add(String name, String value) {
    var all = byName.computeIfAbsent(name, any -> new LinkedHashSet<>());
    if (all.size() < MOST && !value.isEmpty() && value.length() < 300) {
      all.add(value);
    }
  }

  /** Every text in it, by the name of its field. */
  void addAll(JsonNode json) {
    for (var field : json.properties()) {
      var value = field.getValue();
      if (value.isString()) {
        add(field.getKey(), value.asString());
      } else if (value.isArray()) {
        value
            .valueStream()
            .filter(JsonNode::isString)
            .forEach(item -> add(field.getKey(), item.asString()));
      }
      addAll(value);
    }
    if (json.isArray()) {
      json.forEach(this::addAll);
    }
  }

  /** The parts of a path that stand where its template has names. */
  void addPath(String template, String path) {
    var names = template.split("/");
    var parts = path.split("/");
    for (int i = 0; i < names.length && i < parts.length; i++) {
      if (names[i].startsWith("{")) {
        add(names[i].substring(1, names[i].length() - 1), parts[i]);
      }
    }
  }

  /** One of those of this name; null when there is none. */
  String pick(String name, Random random) {
    var all = lists.computeIfAbsent(name, this::list);
    return all.isEmpty() ? null : all.get(random.nextInt(all.size()));
  }

  private List<String> list(String name) {
    var all = new LinkedHashSet<>(byName.getOrDefault(name, Set.of()));
    ALSO.getOrDefault(name, List.of())
        .forEach(other -> all.addAll(byName.getOrDefault(other, Set.of())));
    return new ArrayList<>(all);
  }
}

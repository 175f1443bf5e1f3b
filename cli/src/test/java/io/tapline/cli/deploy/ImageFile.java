package io.tapline.cli.deploy;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A Dockerfile as its instructions, by stage. */
final class ImageFile {

  /**
   * One instruction.
   *
   * @param arguments without line ends and comments
   */
  record Instruction(String name, String arguments) {}

  private final List<List<Instruction>> stages = new ArrayList<>();

  static ImageFile read(Path file) throws IOException {
    var image = new ImageFile();
    var text = new StringBuilder();
    for (var line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      text.append(line.strip().replaceFirst("\\\\$", " "));
      if (!line.endsWith("\\")) {
        image.add(text.toString().strip());
        text.setLength(0);
      }
    }
    return image;
  }

  private void add(String line) {
    var parts = line.split("\\s+", 2);
    if (parts[0].equals("FROM")) {
      stages.add(new ArrayList<>());
    }
    stages.get(stages.size() - 1).add(new Instruction(parts[0], parts[1]));
  }

  List<Instruction> stage(int number) {
    return stages.get(number);
  }

  /** All of a name in a stage. */
  List<String> all(int stage, String name) {
    return stage(stage).stream()
        .filter(i -> i.name().equals(name))
        .map(Instruction::arguments)
        .toList();
  }

  /** The last one counts, as when the image is run. */
  String last(String name) {
    var all = all(stages.size() - 1, name);
    return all.get(all.size() - 1);
  }

  /** The list of words of an instruction in its JSON form. */
  List<String> words(String name) {
    var text = last(name);
    return Json.parse(text.substring(text.indexOf('[')))
        .valueStream()
        .map(JsonNode::asString)
        .toList();
  }

  Map<String, String> environment() {
    var all = new LinkedHashMap<String, String>();
    for (var entry : all(stages.size() - 1, "ENV")) {
      var parts = entry.split("=", 2);
      all.put(parts[0], parts[1]);
    }
    return all;
  }
}

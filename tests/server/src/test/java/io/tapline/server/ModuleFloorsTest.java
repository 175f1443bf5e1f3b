package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The picture of the house in docs/architecture.md shows the modules that the poms name. */
class ModuleFloorsTest {

  private static final Pattern FLOOR =
      Pattern.compile("(?m)^([1-9])   ((?:[\\w/]+ +)+?) {2,}\\w.*$");
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>((?:(?!</dependency>).)*)</dependency>", Pattern.DOTALL);
  private static final Pattern OURS = Pattern.compile("<artifactId>(tapline-[\\w-]+)</artifactId>");

  /** These have no code of the product. */
  private static final Set<String> WITHOUT_CODE = Set.of("bom", "examples/spring-app");

  @Test
  void the_picture_has_every_module_on_a_floor_above_those_it_depends_on() throws IOException {
    var floors = floors();
    var modules = new TreeSet<>(SourceTree.modules());
    modules.removeAll(WITHOUT_CODE);
    assertThat(floors.keySet()).isEqualTo(modules);
    for (var module : modules) {
      for (var below : dependencies(module)) {
        assertThat(floors.get(below)).as(module + " on " + below).isLessThan(floors.get(module));
      }
    }
  }

  private static Map<String, Integer> floors() throws IOException {
    var floors = new TreeMap<String, Integer>();
    var lines = FLOOR.matcher(read("docs/architecture.md"));
    while (lines.find()) {
      for (var module : lines.group(2).strip().split(" +")) {
        floors.put(module, Integer.valueOf(lines.group(1)));
      }
    }
    return floors;
  }

  /** Dependencies of main code; tests are not restricted. */
  private static Set<String> dependencies(String module) throws IOException {
    var found = new TreeSet<String>();
    for (var dependency :
        DEPENDENCY.matcher(read(module + "/pom.xml")).results().map(one -> one.group(1)).toList()) {
      var ours = OURS.matcher(dependency);
      if (ours.find() && !dependency.contains("<scope>test</scope>")) {
        found.add(SourceTree.moduleOf(ours.group(1)));
      }
    }
    return found;
  }

  private static String read(String file) throws IOException {
    return Files.readString(SourceTree.ROOT.resolve(file));
  }
}

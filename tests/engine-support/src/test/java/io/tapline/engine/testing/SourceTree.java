package io.tapline.engine.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The repository on disk, for tests that compare sources, poms and pages. */
public final class SourceTree {

  /** The root of the repository, for tests of modules at any depth. */
  public static final Path ROOT = root();

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private SourceTree() {}

  private static Path root() {
    var folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("compose.yaml"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** The modules of every build, as paths below the root; those of a profile are not included. */
  public static List<String> modules() {
    return modules("pom.xml").map(found -> found.group(1)).toList();
  }

  private static Stream<MatchResult> modules(String pom) {
    return MODULE.matcher(text(ROOT.resolve(pom)).split("<profiles>")[0]).results();
  }

  /** The module that builds an artifact of ours. */
  public static String moduleOf(String artifact) {
    return modules().stream()
        .filter(
            module ->
                text(ROOT.resolve(module).resolve("pom.xml"))
                    .contains("\n  <artifactId>" + artifact + "</artifactId>"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no module builds " + artifact));
  }

  /** The files of all modules, those of tests too, below one folder, such as {@code src/main}. */
  public static List<Path> files(String folder) {
    var files = new ArrayList<Path>();
    var tests = modules("tests/pom.xml").map(found -> "tests/" + found.group(1));
    for (var module : Stream.concat(modules().stream(), tests).toList()) {
      var sources = ROOT.resolve(module).resolve(folder);
      if (Files.isDirectory(sources)) {
        try (var tree = Files.walk(sources)) {
          tree.filter(Files::isRegularFile).forEach(files::add);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }
    return files;
  }

  public static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

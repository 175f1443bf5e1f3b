package io.tapline.server;

import io.tapline.engine.store.DecisionRows;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.TapDb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The way of a claim as text: each class with the first sentence of its comment. */
final class ClaimPathPage {

  private static final List<String> MODULES =
      List.of("api", "postgres", "tapdb", "engine", "packs", "server");

  /** The comment and the kind of a file's own type. */
  private static final Pattern TYPE =
      Pattern.compile(
          "(?:/\\*\\*(?<comment>(?:(?!\\*/).)*)\\*/\\s*)?(?:@[\\w.]+(?:\\([^)]*\\))?\\s+)*"
              + "^(?:public |abstract |final |sealed )*(?<kind>class|record|enum|interface) ",
          Pattern.DOTALL | Pattern.MULTILINE);

  private static final Pattern TAG = Pattern.compile("\\{@\\w+ #?([^}]*)}");
  private static final Pattern SENTENCE = Pattern.compile("(.+?\\.)(?: (?=[A-Z`(]).*)?");
  private static final Pattern PARAMETER = Pattern.compile("\\$\\d+|(?<!:):[a-z_]+|\\?");

  private static final Pattern STATEMENT = Pattern.compile("(?m)^-- name: (\\w+)$");

  /** A class beside each folder of statements, and its module. */
  private static final Map<Class<?>, String> STATEMENTS_OF =
      Map.of(TapDb.class, "tapdb", DecisionRows.class, "engine");

  private record Source(String module, String name, String kind, String comment) {}

  private ClaimPathPage() {}

  /** The files of the path, without values. */
  static List<String> classes(ClaimPath path) {
    return Stream.of(path.hops(), path.asked())
        .flatMap(classes -> sources(classes).stream())
        .filter(source -> source.kind().equals("class"))
        .map(Source::name)
        .toList();
  }

  static String of(ClaimPath path) {
    var asked = sources(path.asked());
    var text = new StringBuilder();
    var hops = sources(path.hops());
    text.append("A claim passes through ").append(hops.size()).append(" files:\n\n");
    int number = 1;
    for (var hop : hops) {
      text.append(number++).append(". ").append(line(hop));
    }
    var helpers = asked.stream().filter(source -> source.kind().equals("class")).toList();
    text.append("\nOn the way they ask ").append(helpers.size()).append(" others:\n\n");
    helpers.forEach(helper -> text.append("- ").append(line(helper)));
    text.append("\nValues (records, enums, interfaces): ")
        .append(names(asked))
        .append(".\n\nThe statements that are in files: ")
        .append(statements(path.statements()))
        .append(".\n");
    return text.toString();
  }

  private static String line(Source source) {
    return "`" + source.name() + "` (" + source.module() + "): " + source.comment() + "\n";
  }

  private static String names(List<Source> asked) {
    return asked.stream()
        .filter(source -> !source.kind().equals("class"))
        .map(Source::name)
        .sorted()
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }

  private static List<Source> sources(Collection<String> classes) {
    var sources = new ArrayList<Source>();
    for (var name : classes) {
      var path = "src/main/java/" + name.replace('.', '/') + ".java";
      for (var module : MODULES) {
        var file = Path.of("../..", module, path);
        if (Files.exists(file)) {
          sources.add(source(module, name.substring(name.lastIndexOf('.') + 1), read(file)));
        }
      }
    }
    return sources;
  }

  private static Source source(String module, String name, String text) {
    var type = TYPE.matcher(text);
    if (!type.find() || type.group("comment") == null) {
      throw new AssertionError(name + " has no comment that says what it does");
    }
    var lines =
        type.group("comment")
            .lines()
            .map(line -> line.strip().replaceFirst("^\\* ?", ""))
            .takeWhile(line -> !line.startsWith("@") && !line.startsWith("<p>"))
            .collect(Collectors.joining(" "))
            .strip();
    var plain = TAG.matcher(lines).replaceAll("`$1`");
    var sentence = SENTENCE.matcher(plain);
    return new Source(
        module, name, type.group("kind"), sentence.matches() ? sentence.group(1) : plain);
  }

  /** Those whose text stands in a file as it is; what is put together from columns does not. */
  private static String statements(Collection<String> sent) {
    var files = new TreeMap<String, String>();
    STATEMENTS_OF.forEach(
        (near, module) -> {
          var folder =
              Path.of("../..", module, "src/main/resources")
                  .resolve(near.getPackageName().replace('.', '/'))
                  .resolve("sql");
          try (var all = Files.list(folder)) {
            all.sorted().forEach(file -> addStatements(near, file, files));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
    return sent.stream()
        .map(ClaimPathPage::plain)
        .flatMap(sql -> Stream.ofNullable(files.get(sql)))
        .distinct()
        .map(name -> "`" + name + "`")
        .collect(Collectors.joining(", "));
  }

  private static void addStatements(Class<?> near, Path file, Map<String, String> files) {
    var fileName = file.getFileName().toString();
    var name = STATEMENT.matcher(read(file));
    while (name.find()) {
      var sql = SqlFile.load(near, fileName.replace(".sql", "/") + name.group(1));
      files.put(plain(sql), fileName + "#" + name.group(1));
    }
  }

  private static String plain(String sql) {
    var code =
        sql.lines().filter(line -> !line.strip().startsWith("--")).collect(Collectors.joining(" "));
    return PARAMETER.matcher(code).replaceAll("?").replaceAll("\\s+", " ").strip();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.tapline.server.testing;

import io.tapline.api.Role;
import io.tapline.engine.testing.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The page that says who may do what: people read it, and the role matrix takes its expectations
 * from it.
 */
public final class RolePage {

  public static final Path FILE = SourceTree.ROOT.resolve("docs/operations/roles.md");

  /** As the columns are. */
  private static final List<Role> ROLES =
      List.of(Role.WORKER_SERVICE, Role.WORKER_HUMAN, Role.OPERATOR, Role.ADMIN);

  /** The result for a caller of another tenant. */
  public enum Foreign {
    /** No proof is asked for. */
    OPEN("open"),
    /** The named object is not found. */
    NOT_FOUND("404"),
    /** It names nothing, and is about the caller's own tenant. */
    OWN("own");

    private final String word;

    Foreign(String word) {
      this.word = word;
    }
  }

  /** One line. */
  public record Row(Set<Role> roles, Foreign foreign) {}

  private final Map<String, Row> rows = new LinkedHashMap<>();

  private RolePage() {}

  public static RolePage read() {
    var page = new RolePage();
    try {
      for (var line : Files.readAllLines(FILE)) {
        if (line.startsWith("| `")) {
          page.add(line.split("\\|"));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return page;
  }

  private void add(String[] cells) {
    var roles = EnumSet.noneOf(Role.class);
    for (int i = 0; i < ROLES.size(); i++) {
      if (cells[i + 2].strip().equals("yes")) {
        roles.add(ROLES.get(i));
      }
    }
    var name = cells[1].strip().replace("`", "");
    var word = cells[6].strip();
    for (var foreign : Foreign.values()) {
      if (foreign.word.equals(word) && rows.put(name, new Row(roles, foreign)) != null) {
        throw new AssertionError(name + " has two rows in " + FILE);
      }
    }
  }

  /** All that have a row. */
  public Set<String> names() {
    return rows.keySet();
  }

  /** The expectations for an endpoint or a gRPC method. */
  public Row of(String name) {
    var row = rows.get(name);
    if (row == null) {
      throw new AssertionError(name + " has no row in " + FILE);
    }
    return row;
  }

  /** The text of a row, for the author of a new endpoint. */
  public static String line(String name, Set<Role> roles, Foreign foreign) {
    var line = new StringBuilder("| `" + name + "` |");
    ROLES.forEach(role -> line.append(roles.contains(role) ? " yes |" : " – |"));
    return line.append(" ").append(foreign.word).append(" |").toString();
  }
}

package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/** Starts a server, commits a row, says so, and stays until its input ends. */
final class ChildServerMain {

  static final String COMMITTED = "committed";
  static final String REFUSED = "refused: ";

  private ChildServerMain() {}

  public static void main(String[] arguments) throws SQLException, IOException {
    try (EmbeddedServer server = EmbeddedServer.start(Path.of(arguments[0]))) {
      WordTable.write(server, "from the child");
      System.out.println(COMMITTED);
      while (System.in.read() >= 0) {
        // Only its end matters.
      }
    } catch (EmbeddedServerException e) {
      System.out.println(REFUSED + e.getMessage());
    }
  }
}

package io.tapline.postgres;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The unpacked programs of PostgreSQL, and the command prefix with which this account may run them.
 */
final class PostgresBinaries {

  private static final Pattern VERSION = Pattern.compile("\\(PostgreSQL\\) (\\d+)");

  /** Java's name of an account without an entry on the machine. */
  private static final String NO_NAME = "?";

  private final Path folder;
  private final List<String> prefix;

  private PostgresBinaries(Path folder, List<String> prefix) {
    this.folder = folder;
    this.prefix = prefix;
  }

  static PostgresBinaries unpackedFor(ServerDirectory directory) throws IOException {
    List<String> prefix = userNamespace();
    Path folder = BinaryCache.of(directory).unpacked(PostgresArchive.forThisMachine());
    return new PostgresBinaries(folder, prefix);
  }

  /**
   * PostgreSQL refuses to run as root and as an account without a name, which is common in
   * containers. In its own user namespace it runs as nobody, while its files still belong to the
   * same account.
   */
  private static List<String> userNamespace() {
    boolean unnamed = System.getProperty("user.name").equals(NO_NAME);
    if (!unnamed && new UnixSystem().getUid() != 0) {
      return List.of();
    }
    if (unshareIsAllowed()) {
      return List.of("unshare", "-U");
    }
    throw new EmbeddedServerException(
        ("PostgreSQL does not run as %s and this machine does not allow 'unshare -U': use an"
                + " ordinary account, or give the URL of a database instead.")
            .formatted(unnamed ? "an account without a name" : "root"));
  }

  private static boolean unshareIsAllowed() {
    try {
      return new PostgresTool(List.of("unshare", "-U", "id", "-un")).run().ok();
    } catch (IOException absent) {
      return false;
    }
  }

  List<String> prefix() {
    return prefix;
  }

  Path program(String name) {
    return folder.resolve("bin").resolve(name);
  }

  PostgresTool tool(String name, List<String> arguments) {
    List<String> command = new ArrayList<>(prefix);
    command.add(program(name).toString());
    command.addAll(arguments);
    return new PostgresTool(command);
  }

  String majorVersion() throws IOException {
    PostgresTool.Result result = tool("postgres", List.of("--version")).run();
    Matcher version = VERSION.matcher(result.output());
    if (!result.ok() || !version.find()) {
      throw new EmbeddedServerException(
          "The PostgreSQL in %s does not run here: %s; delete that folder to have it unpacked anew."
              .formatted(folder, result.lastLine()));
    }
    return version.group(1);
  }
}

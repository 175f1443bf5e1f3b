package io.tapline.bench.chaos.host;

import io.tapline.bench.host.ChildProcesses;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.postgres.PostgresPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The file systems of the PostgreSQL servers of a run: in memory, with a size that can be reduced
 * to their content, so that the next page does not fit. They need no privileges, because they are
 * mounted in a user namespace. Without namespaces the data are in a plain folder, and no disk can
 * become full.
 */
public final class DiskSpace implements AutoCloseable {

  private static final String SIZE = "6g";
  private static final int SLACK_KILOBYTES = 64;
  private static final int START_SECONDS = 10;

  private final Path root;
  private final PostgresPrograms programs;
  private final Process holder;

  private DiskSpace(Path root, PostgresPrograms programs, Process holder) {
    this.root = root;
    this.programs = programs;
    this.holder = holder;
  }

  /**
   * @param names one file system each
   */
  public static DiskSpace open(Path root, List<String> names) {
    var programs = PostgresPrograms.unpacked(root);
    names.forEach(name -> UncheckedCalls.run(() -> Files.createDirectories(root.resolve(name))));
    return new DiskSpace(root, programs, mounted(root, names).orElse(null));
  }

  /** The process that keeps the namespace, and so the file systems, alive. */
  private static Optional<Process> mounted(Path root, List<String> names) {
    var script = new StringBuilder("set -e; ");
    for (var name : names) {
      script.append("mount -t tmpfs -o size=").append(SIZE).append(" none '");
      script.append(root.resolve(name)).append("'; ");
    }
    // The script ends with its input, and so with the process that started it.
    script.append("touch '").append(root.resolve(names.get(0))).append("/mounted'; echo mounted; ");
    script.append("exec cat > /dev/null");
    try {
      var process =
          new ProcessBuilder("unshare", "-U", "-r", "-m", "sh", "-c", script.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var line = process.inputReader().readLine();
      if ("mounted".equals(line)) {
        return Optional.of(process);
      }
      process.destroyForcibly().waitFor(START_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // The machine has no unshare; the caller handles this like a refused one.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** Whether the size of a disk can be limited. */
  public boolean limited() {
    return holder != null;
  }

  public Path folder(String name) {
    return root.resolve(name);
  }

  /**
   * The command line of a PostgreSQL program in the namespace of the data, under a permitted
   * account.
   */
  List<String> postgres(String program, List<String> arguments) {
    var command = new ArrayList<String>();
    if (limited()) {
      command.addAll(inside());
      // The account in the namespace is root, which PostgreSQL refuses; a nested namespace makes it
      // nobody.
      command.addAll(List.of("unshare", "-U"));
    } else {
      command.addAll(programs.prefix());
    }
    command.add(programs.program(program).toString());
    command.addAll(arguments);
    return command;
  }

  /** The command line of a system command in the namespace of the data. */
  List<String> command(String... words) {
    var command = new ArrayList<>(limited() ? inside() : List.<String>of());
    command.addAll(List.of(words));
    return command;
  }

  private List<String> inside() {
    return List.of(
        "nsenter",
        "--target",
        Long.toString(holder.pid()),
        "--user",
        "--mount",
        "--preserve-credentials");
  }

  /** Reduces the file system to its content. */
  public void fill(String name) {
    var used =
        ChildProcesses.run(command("df", "--output=used", "-k", folder(name).toString())).output();
    long kilobytes = Long.parseLong(used.substring(used.lastIndexOf('\n') + 1).strip());
    resize(name, (kilobytes + SLACK_KILOBYTES) + "k");
  }

  public void free(String name) {
    resize(name, SIZE);
  }

  private void resize(String name, String size) {
    ChildProcesses.require(command("mount", "-o", "remount,size=" + size, folder(name).toString()));
  }

  void write(Path file, String text) {
    var result = ChildProcesses.run(command("sh", "-c", "cat > '" + file + "'"), text);
    if (!result.ok()) {
      throw new IllegalStateException(result.output());
    }
  }

  /** The file systems end with the namespace. */
  @Override
  public void close() {
    if (holder != null) {
      holder.destroyForcibly();
    }
  }
}

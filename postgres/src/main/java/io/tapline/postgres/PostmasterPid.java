package io.tapline.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The content of postmaster.pid: the process that serves the data, and its port. */
record PostmasterPid(long pid, int port) {

  private static final int PORT_LINE = 3;

  static Optional<PostmasterPid> read(ServerDirectory directory) throws IOException {
    List<String> lines;
    try {
      lines = Files.readAllLines(directory.pidFile());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    long pid = lines.isEmpty() ? 0 : number(lines.get(0));
    // PostgreSQL writes the port after the pid; a server without a port can only be stopped, not
    // adopted.
    int port = lines.size() > PORT_LINE ? (int) number(lines.get(PORT_LINE)) : 0;
    return pid > 0 ? Optional.of(new PostmasterPid(pid, port)) : Optional.empty();
  }

  private static long number(String line) {
    try {
      return Long.parseLong(line.strip());
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /**
   * Whether the process is a postmaster of this data and not another process with a reused pid,
   * which is common after a reboot or in a restarted container. The working folder of a postmaster
   * is its data folder.
   */
  boolean isRunning(ServerDirectory directory) throws IOException {
    Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
    if (process.isEmpty()) {
      return false;
    }
    if (!Files.isDirectory(Path.of("/proc/self"))) {
      return process.get().info().command().filter(c -> c.endsWith("/postgres")).isPresent();
    }
    try {
      Path workingFolder = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
      return workingFolder.equals(directory.data().toRealPath());
    } catch (IOException e) {
      // The process belongs to another account, or is a zombie: in both cases it is not this
      // server.
      return false;
    }
  }
}

package io.tapline.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Processor time, of all cores together, in microseconds.
 *
 * @param postgres time of the server and all of its sessions
 * @param clients time of this JVM and the processes that it started
 */
public record CpuTime(double postgres, double clients) {

  private static final Path PROCESSES = Path.of("/proc");

  /** The kernel counts in hundredths of a second on every machine. */
  private static final double MICROS_PER_TICK = 10_000;

  // Fields of /proc/PID/stat after the name in brackets.
  private static final int USER = 11;
  private static final int SYSTEM = 12;
  private static final int USER_OF_ENDED_CHILDREN = 13;
  private static final int SYSTEM_OF_ENDED_CHILDREN = 14;

  /** Returns null if the system does not provide it. */
  static CpuTime now(long postmaster) {
    if (!Files.isDirectory(PROCESSES.resolve("self"))) {
      return null;
    }
    var server = tree(postmaster);
    var ours = tree(ProcessHandle.current().pid());
    ours.removeAll(server);
    return new CpuTime(
        spent(server) + ticks(postmaster, USER_OF_ENDED_CHILDREN, SYSTEM_OF_ENDED_CHILDREN),
        spent(ours));
  }

  /**
   * The time of one process without its children, in microseconds.
   *
   * @return null if the system does not provide it
   */
  static Double ofProcess(long pid) {
    return Files.isDirectory(PROCESSES.resolve("self")) ? ticks(pid, USER, SYSTEM) : null;
  }

  /**
   * The time of one process without its children, in nanoseconds: the scheduler of the kernel has a
   * finer resolution than its clock ticks.
   *
   * @return null if the system does not provide it
   */
  static Long exactNanos(long pid) {
    var file = PROCESSES.resolve(pid + "/schedstat");
    try {
      return Files.isReadable(file) ? Long.valueOf(Files.readString(file).split(" ")[0]) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public CpuTime since(CpuTime before) {
    return new CpuTime(postgres - before.postgres, clients - before.clients);
  }

  public CpuTime per(int jobs) {
    return new CpuTime(postgres / jobs, clients / jobs);
  }

  private static Set<Long> tree(long root) {
    return ProcessHandle.of(root)
        .map(process -> Stream.concat(Stream.of(process), process.descendants()))
        .orElse(Stream.of())
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private static double spent(Set<Long> processes) {
    return processes.stream().mapToDouble(pid -> ticks(pid, USER, SYSTEM)).sum();
  }

  private static double ticks(long pid, int one, int other) {
    try {
      var stat = Files.readString(PROCESSES.resolve(pid + "/stat"));
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return (Long.parseLong(fields[one]) + Long.parseLong(fields[other])) * MICROS_PER_TICK;
    } catch (NoSuchFileException e) {
      // The process has ended, and its parent accounts for its time.
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

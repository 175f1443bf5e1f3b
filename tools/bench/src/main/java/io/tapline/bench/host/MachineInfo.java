package io.tapline.bench.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine of a measurement. */
public record MachineInfo(String processor, int cores, String memory, String system) {

  private static final double GIB = 1024.0 * 1024;

  public static MachineInfo here() {
    return new MachineInfo(
        line("/proc/cpuinfo", "model name"),
        Runtime.getRuntime().availableProcessors(),
        memoryHere(),
        System.getProperty("os.name")
            + " "
            + System.getProperty("os.version")
            + " "
            + System.getProperty("os.arch"));
  }

  private static String memoryHere() {
    var kilobytes = line("/proc/meminfo", "MemTotal").replaceAll("\\D", "");
    return kilobytes.isEmpty() ? "unknown" : Math.round(Long.parseLong(kilobytes) / GIB) + " GiB";
  }

  /** The first value of that name in a file of {@code name : value} lines. */
  private static String line(String file, String name) {
    try (var lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }
}

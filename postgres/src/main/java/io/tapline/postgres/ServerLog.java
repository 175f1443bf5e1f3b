package io.tapline.postgres;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The log of the server, in a file that is rotated at a start once it is large. */
final class ServerLog {

  /** Enough for months of a healthy server; two such files are kept. */
  static final long TURN_OVER_AT_BYTES = 32L << 20;

  private static final int TAIL_BYTES = 64 << 10;

  private final Path file;

  ServerLog(Path file) {
    this.file = file;
  }

  Path file() {
    return file;
  }

  /** Only the owner may read the log: it contains failed statements with their values. */
  void open() throws IOException {
    turnOver();
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  private void turnOver() throws IOException {
    if (length() > TURN_OVER_AT_BYTES) {
      Path previous = file.resolveSibling(file.getFileName() + ".1");
      Files.move(file, previous, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  long length() throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  String since(long position) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(position, in.length() - TAIL_BYTES));
      byte[] tail = new byte[(int) (in.length() - in.getFilePointer())];
      in.readFully(tail);
      return new String(tail, StandardCharsets.UTF_8);
    }
  }

  /** The last fatal message, which contains the cause of the failure. */
  static String reason(String words) {
    List<String> lines = words.lines().filter(line -> !line.isBlank()).toList();
    String reason = lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1);
    for (String line : lines) {
      int at = line.indexOf("FATAL:");
      if (at >= 0) {
        reason = line.substring(at + "FATAL:".length()).strip();
      }
    }
    return reason;
  }
}

package io.tapline.postgres;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The packed PostgreSQL for this machine, from its jar. */
final class PostgresArchive {

  /** The processors of the archives, by Java's names. */
  private static final Map<String, String> PROCESSORS =
      Map.of("amd64", "x86_64", "x86_64", "x86_64", "aarch64", "arm_64");

  private final byte[] bytes;

  private PostgresArchive(byte[] bytes) {
    this.bytes = bytes;
  }

  static PostgresArchive forThisMachine() throws IOException {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  static PostgresArchive of(String system, String architecture) throws IOException {
    var processor = PROCESSORS.get(architecture);
    if (!system.equals("Linux") || processor == null) {
      throw new EmbeddedServerException(
          "There is no embedded PostgreSQL for %s on %s: give the URL of a database instead."
              .formatted(system, architecture));
    }
    try (var packed =
        PostgresArchive.class.getResourceAsStream("/postgres-linux-" + processor + ".txz")) {
      return new PostgresArchive(packed.readAllBytes());
    }
  }

  /**
   * Identifies the content, so that a newer PostgreSQL never uses the folder of an older one. Every
   * start computes it; in a fresh JVM, a cryptographic digest of the archive takes longer than the
   * start of PostgreSQL.
   */
  String digest() {
    CRC32 checksum = new CRC32();
    checksum.update(bytes);
    return "%08x-%d".formatted(checksum.getValue(), bytes.length);
  }

  void extractTo(Path folder) throws IOException {
    try (var tar = new TarArchiveInputStream(new XZInputStream(new ByteArrayInputStream(bytes)))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        extract(entry, tar, folder);
      }
    }
  }

  private static void extract(TarArchiveEntry entry, InputStream content, Path folder)
      throws IOException {
    Path target = entry.resolveIn(folder);
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else if (entry.isLink()) {
      Files.createLink(target, folder.resolve(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      String permissions = target.getParent().endsWith("bin") ? "rwxr-xr-x" : "rw-r--r--";
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(permissions));
    }
  }
}

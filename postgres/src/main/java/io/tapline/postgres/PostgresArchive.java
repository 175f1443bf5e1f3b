package io.tapline.postgres;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.CRC32;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The packed PostgreSQL for this machine, from its jar. */
final class PostgresArchive {

  private final byte[] bytes;

  private PostgresArchive(byte[] bytes) {
    this.bytes = bytes;
  }

  static PostgresArchive forThisMachine() throws IOException {
    String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
    String architecture = System.getProperty("os.arch");
    try (InputStream packed =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture)) {
      return new PostgresArchive(packed.readAllBytes());
    } catch (IllegalStateException e) {
      throw new EmbeddedServerException(
          "There is no embedded PostgreSQL for %s on %s: give the URL of a database instead."
              .formatted(system, architecture),
          e);
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

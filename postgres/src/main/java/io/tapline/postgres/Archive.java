package io.tapline.postgres;

import io.zonky.test.db.postgres.embedded.DefaultPostgresBinaryResolver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The packed PostgreSQL for this machine, as it lies in its jar. */
final class Archive {

  private static final int DIGEST_LENGTH = 16;

  private final byte[] bytes;

  private Archive(byte[] bytes) {
    this.bytes = bytes;
  }

  static Archive forThisMachine() throws IOException {
    String system = System.getProperty("os.name").startsWith("Mac") ? "Darwin" : "Linux";
    String architecture = System.getProperty("os.arch");
    try (InputStream packed =
        DefaultPostgresBinaryResolver.INSTANCE.getPgBinary(system, architecture)) {
      return new Archive(packed.readAllBytes());
    } catch (IllegalStateException e) {
      throw new EmbeddedServerException(
          "There is no embedded PostgreSQL for %s on %s: give the URL of a database instead."
              .formatted(system, architecture),
          e);
    }
  }

  /** Names the content, so that a newer PostgreSQL never lands in the folder of an older one. */
  String digest() {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
      return HexFormat.of().formatHex(digest).substring(0, DIGEST_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
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

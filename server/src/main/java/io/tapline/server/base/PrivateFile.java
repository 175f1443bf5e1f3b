package io.tapline.server.base;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/** A file with a secret, readable by its owner only. */
public final class PrivateFile {

  private PrivateFile() {}

  /** The content without surrounding white space; null when the file does not exist. */
  public static String read(Path file) throws IOException {
    try {
      return Files.readString(file).strip();
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** The permissions are set before the content is written, and the file is replaced atomically. */
  public static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    var draft = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
    Files.createFile(
        draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(draft, text + "\n");
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}

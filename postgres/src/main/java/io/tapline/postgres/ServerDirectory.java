package io.tapline.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/** The layout of the directory of one embedded server: data, password, log and lock. */
record ServerDirectory(Path root) {

  static ServerDirectory at(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      Files.createDirectories(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    return new ServerDirectory(path.toRealPath());
  }

  Path data() {
    return root.resolve("data");
  }

  Path versionFile() {
    return data().resolve("PG_VERSION");
  }

  Path pidFile() {
    return data().resolve("postmaster.pid");
  }

  Path optionsFile() {
    return data().resolve("postmaster.opts");
  }

  Path password() {
    return root.resolve("password");
  }

  Path log() {
    return root.resolve("postgres.log");
  }

  Path lock() {
    return root.resolve("lock");
  }

  /** Used if the account has no cache folder; other accounts share one copy of the binaries. */
  Path binaries() {
    return root.resolve("binaries");
  }

  boolean holdsData() throws IOException {
    if (!Files.isDirectory(data())) {
      return false;
    }
    try (Stream<Path> inside = Files.list(data())) {
      return inside.findAny().isPresent();
    }
  }

  /** A rename is durable only after the folder itself is written to disk. */
  void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(root, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}

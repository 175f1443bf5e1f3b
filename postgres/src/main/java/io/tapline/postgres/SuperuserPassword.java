package io.tapline.postgres;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * The password of the superuser: generated once, stored beside the data, readable by its owner
 * only.
 */
final class SuperuserPassword {

  private static final int RANDOM_BYTES = 24;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");

  private SuperuserPassword() {}

  static String stored(ServerDirectory directory) throws IOException {
    Path file = directory.password();
    if (!Files.exists(file)) {
      throw new EmbeddedServerException(
          "The password file %s is missing although there is data beside it: put it back from a backup."
              .formatted(file));
    }
    Files.setPosixFilePermissions(file, OWNER_ONLY);
    return Files.readString(file).strip();
  }

  static String keptOrNew(ServerDirectory directory) throws IOException {
    return Files.exists(directory.password()) ? stored(directory) : create(directory);
  }

  private static String create(ServerDirectory directory) throws IOException {
    byte[] random = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(random);
    String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);

    // The file appears by rename: a partial password would lock the owner out of the data.
    Path fresh = directory.root().resolve("password.new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap((password + "\n").getBytes(StandardCharsets.UTF_8)));
      channel.force(true);
    }
    Files.move(fresh, directory.password(), StandardCopyOption.ATOMIC_MOVE);
    directory.sync();
    return password;
  }
}

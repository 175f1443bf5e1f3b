package io.tapline.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeFolderTest {

  private static final PrintStream NOWHERE = new PrintStream(PrintStream.nullOutputStream());

  @TempDir Path folder;

  @Test
  void what_is_installed_already_is_not_installed_again() throws Exception {
    var lock = Files.createFile(folder.resolve("package-lock.json"));
    Files.createDirectory(folder.resolve("node_modules"));
    var installed = Files.createFile(folder.resolve("node_modules/.package-lock.json"));
    Files.setLastModifiedTime(lock, FileTime.fromMillis(1_000));
    Files.setLastModifiedTime(installed, FileTime.fromMillis(2_000));

    new NodeFolder(folder).install(NOWHERE);

    assertThat(installed).isEmptyFile();
  }

  @Test
  void peers_that_cannot_be_installed_are_absent_and_the_reason_is_said() throws Exception {
    // No package.json: npm, if it is there at all, refuses.
    Files.createFile(folder.resolve("package-lock.json"));

    assertThatThrownBy(() -> new NodeFolder(folder).install(NOWHERE))
        .isInstanceOf(NodeFolder.Missing.class);
    var node = new NodeFolder(folder);
    var lineup = ContenderLineup.batch(1, 1).and(NodePeer.batch(node), node.tryInstall(NOWHERE));
    assertThat(lineup.entries()).hasSize(6);
    assertThat(lineup.absent())
        .extracting(ContenderLineup.Absent::name)
        .containsExactly("graphile-worker", "graphile-worker batched", "pg-boss");
  }

  @Test
  void without_npm_they_are_absent() {
    var folderWithoutNpm = new NodeFolder(folder, "no-such-npm");

    assertThatThrownBy(() -> folderWithoutNpm.install(NOWHERE))
        .hasMessage("needs Node.js and npm, which are not on the path");
  }
}

package io.tapline.bench;

import io.tapline.bench.contender.NodeFolder;
import io.tapline.bench.contender.NodePeer;
import io.tapline.bench.peers.PeerCase;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The peers that need Node.js, which may be missing. */
final class NodeOptions {

  @Option(names = "--skip-node", description = "leave out the peers that need Node.js")
  private boolean skip;

  @Option(names = "--node", defaultValue = "tools/bench/node", hidden = true)
  private Path folder;

  /** Both cases, with the peers that need Node.js or the reason of their absence. */
  List<PeerCase> cases(CaseOptions options, PrintStream out) {
    var node = new NodeFolder(folder);
    var missing = skip ? Optional.of("left out by --skip-node") : node.tryInstall(out);
    return List.of(
        options.single(
            options.singleLineup().and(NodePeer.single(node, options.singleThreads()), missing)),
        options.batch(options.batchLineup().and(NodePeer.batch(node), missing)));
  }

  @Override
  public String toString() {
    return skip ? " --skip-node" : "";
  }
}

package io.tapline.bench;

import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.contender.NodeFolder;
import io.tapline.bench.contender.NodePeer;
import io.tapline.bench.peers.PeerCase;
import io.tapline.bench.peers.PeerPlan;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options that several runs have. */
final class BenchOptions {

  private BenchOptions() {}

  /** A whole number from 0 on. */
  static class NotNegative implements ITypeConverter<Integer> {

    int least() {
      return 0;
    }

    @Override
    public final Integer convert(String text) {
      try {
        int number = Integer.parseInt(text);
        if (number >= least()) {
          return number;
        }
      } catch (NumberFormatException e) {
        // The error is thrown below.
      }
      throw new TypeConversionException(
          "'" + text + "' is not a whole number from " + least() + " on");
    }
  }

  /** A whole number from 1 on. */
  static final class Positive extends NotNegative {

    @Override
    int least() {
      return 1;
    }
  }

  /** The size and number of the rounds of each contender. */
  static final class Rounds {

    @Option(
        names = "--jobs",
        defaultValue = "20000",
        converter = Positive.class,
        description = "Jobs in the backlog of each round.")
    int jobs;

    @Option(
        names = "--warm-up",
        defaultValue = "20000",
        converter = NotNegative.class,
        description = "Jobs of each contender before the measured rounds.")
    int warmUp;

    @Option(
        names = "--warm-up-seconds",
        defaultValue = "30",
        converter = Positive.class,
        description =
            "Maximum duration of the warm-up, also of a server that is started for a round.")
    int warmUpSeconds;

    @Option(
        names = "--rounds",
        defaultValue = "3",
        converter = Positive.class,
        description = "Rounds of each contender.")
    int rounds;

    @Option(
        names = "--most-seconds",
        defaultValue = "20",
        converter = Positive.class,
        description =
            "Maximum duration of one backlog; a contender whose warm-up is slower gets a smaller one.")
    int mostSeconds;

    /**
     * @param pacedSeconds duration of the load at half of the peak rate; 0 for none
     */
    PeerPlan plan(int pacedSeconds) {
      return new PeerPlan(jobs, rounds, warmUp, warmUpSeconds, mostSeconds, pacedSeconds);
    }
  }

  /** Options of Tapline and of its peers in the two cases. */
  static final class Cases {

    @Option(
        names = "--single-threads",
        defaultValue = "16",
        converter = Positive.class,
        description = "Single case: workers of each contender, one job at a time each.")
    int singleThreads;

    @Option(
        names = "--threads",
        defaultValue = "4",
        converter = Positive.class,
        description = "Batch case: threads of Tapline; each is a worker.")
    int threads;

    @Option(
        names = "--batch",
        defaultValue = "100",
        converter = Positive.class,
        description = "Batch case: maximum number of jobs per claim and completion of Tapline.")
    int batch;

    PeerCase single(ContenderLineup lineup) {
      return PeerCase.single(singleThreads, lineup);
    }

    /** All contenders that need no Node.js. */
    ContenderLineup singleLineup() {
      return ContenderLineup.single(singleThreads);
    }

    PeerCase batch(ContenderLineup lineup) {
      return PeerCase.batch(threads, batch, lineup);
    }

    /** All contenders that need no Node.js. */
    ContenderLineup batchLineup() {
      return ContenderLineup.batch(threads, batch);
    }
  }

  /** The peers that need Node.js, which may be missing. */
  static final class Node {

    @Option(names = "--skip-node", description = "Omits the peers that need Node.js.")
    private boolean skip;

    @Option(names = "--node", defaultValue = "tools/bench/node", hidden = true)
    private Path folder;

    /** Both cases, with the peers that need Node.js or the reason of their absence. */
    List<PeerCase> cases(Cases options, PrintStream out) {
      var node = new NodeFolder(folder);
      var missing = skip ? Optional.of("left out by --skip-node") : node.tryInstall(out);
      return List.of(
          options.single(
              options.singleLineup().and(NodePeer.single(node, options.singleThreads), missing)),
          options.batch(options.batchLineup().and(NodePeer.batch(node), missing)));
    }
  }
}

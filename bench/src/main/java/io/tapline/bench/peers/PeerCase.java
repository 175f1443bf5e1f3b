package io.tapline.bench.peers;

import io.tapline.bench.contender.ContenderLineup;

/**
 * One way to work: a table of its own, with its own contenders.
 *
 * @param name in few letters, for machines
 * @param title for people
 */
public record PeerCase(String name, String title, ContenderLineup lineup) {

  public static final String SINGLE = "single";
  public static final String BATCH = "batch";

  /** Workers that take one job, do it and report it before they take another. */
  public static PeerCase single(int workers, ContenderLineup lineup) {
    return new PeerCase(SINGLE, workers + " workers, one job at a time", lineup);
  }

  /** Everyone as fast as it can be. */
  public static PeerCase batch(int threads, int batch, ContenderLineup lineup) {
    return new PeerCase(
        BATCH,
        "in batches (Tapline: %d workers, up to %d jobs at a time)".formatted(threads, batch),
        lineup);
  }

  /** The same with others. */
  public PeerCase with(ContenderLineup changed) {
    return new PeerCase(name, title, changed);
  }
}

package io.tapline.bench.peers;

import io.tapline.bench.contender.ContenderLineup;

/**
 * One way to work, with its own table and contenders.
 *
 * @param name short name, for programs
 * @param title title, for people
 */
public record PeerCase(String name, String title, ContenderLineup lineup) {

  public static final String SINGLE = "single";
  public static final String BATCH = "batch";

  /** Workers that take one job, do it and report it before they take another. */
  public static PeerCase single(int workers, ContenderLineup lineup) {
    return new PeerCase(SINGLE, workers + " workers, one job at a time", lineup);
  }

  /** All contenders with their fastest settings. */
  public static PeerCase batch(int threads, int batch, ContenderLineup lineup) {
    return new PeerCase(
        BATCH,
        "in batches (Tapline: %d workers, up to %d jobs at a time)".formatted(threads, batch),
        lineup);
  }

  /** A copy of the case with other contenders. */
  public PeerCase with(ContenderLineup changed) {
    return new PeerCase(name, title, changed);
  }
}

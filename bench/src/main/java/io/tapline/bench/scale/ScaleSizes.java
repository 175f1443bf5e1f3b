package io.tapline.bench.scale;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;

/**
 * How large the cases are, and how long each is measured.
 *
 * @param jobs timed in each round of each case
 * @param ready backlogs to compare; the first is the empty case
 * @param finished histories to compare, beside none
 * @param delayed subjects that are not yet ready, at a higher priority than the ready ones
 * @param claimers at once
 * @param openSeconds how long a transaction is left open while work goes on
 * @param payloads of the subjects, in bytes
 * @param threads claiming in all other cases
 * @param batch most that is claimed and completed at once
 * @param mostSeconds of work in one round; what is slower than that is measured by fewer jobs
 * @param reads how often each read is timed; 0 leaves the reads out
 */
@RecordBuilder
public record ScaleSizes(
    int jobs,
    int rounds,
    List<Integer> ready,
    List<Integer> finished,
    int delayed,
    List<Integer> claimers,
    int openSeconds,
    int queues,
    List<Integer> payloads,
    int threads,
    int batch,
    int mostSeconds,
    int reads) {

  public ScaleSizes {
    ready = List.copyOf(ready);
    finished = List.copyOf(finished);
    claimers = List.copyOf(claimers);
    payloads = List.copyOf(payloads);
  }

  Duration most() {
    return Duration.ofSeconds(mostSeconds);
  }

  /** The backlog of the empty case, and of every case that is not about the backlog. */
  int few() {
    return ready.get(0);
  }

  /**
   * Worked off before the backlog is filled up again: the same in most cases, so that they compare.
   */
  int burst() {
    return Math.max(1, few() * 8 / 10);
  }
}

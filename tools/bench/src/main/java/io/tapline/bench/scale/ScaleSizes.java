package io.tapline.bench.scale;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * The sizes of the cases, and the duration of each measurement.
 *
 * @param jobs timed in each round of each case
 * @param ready backlogs to compare; the first is the empty case
 * @param finished histories to compare, in addition to none
 * @param delayed delayed subjects, at a higher priority than the ready ones
 * @param claimers numbers of concurrent claimers
 * @param openSeconds how long a transaction stays open during work
 * @param payloads payloads of the subjects, in bytes
 * @param threads claiming threads in all other cases
 * @param batch maximum number of jobs per claim and completion
 * @param mostSeconds maximum duration of one round; a slower case is measured with fewer jobs
 * @param reads repetitions of each read; 0 omits the reads
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

  /** The backlog of the empty case, and of every case that does not vary the backlog. */
  int few() {
    return ready.get(0);
  }

  /**
   * Number of jobs before the backlog is refilled: the same in most cases, so that they are
   * comparable.
   */
  int burst() {
    return Math.max(1, few() * 8 / 10);
  }

  /** The highest number of concurrent claimers of a case. */
  int mostClaimers() {
    return Math.max(threads, Collections.max(claimers));
  }
}

package io.tapline.bench.peers;

/**
 * How much is measured.
 *
 * @param jobs in the backlog of each round
 * @param warmUp in a round of each contender that does not count, because the JVM compiles as it
 *     goes; 0 is none
 * @param pacedSeconds how long jobs come at half of the peak rate; 0 leaves that out
 */
public record Plan(int jobs, int rounds, int warmUp, int pacedSeconds) {}

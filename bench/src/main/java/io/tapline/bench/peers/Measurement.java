package io.tapline.bench.peers;

/**
 * What one round of one contender came to. WAL, commits and dead tuples are per job worked off.
 *
 * @param paced null when that was left out
 */
record Measurement(
    String contender,
    int round,
    int jobs,
    double enqueuedPerSecond,
    double jobsPerSecond,
    double walBytesPerJob,
    double commitsPerJob,
    double deadTuplesPerJob,
    Pace.Outcome paced) {}

package io.tapline.bench;

/** What one round of one contender came to. Everything after the rates is per job worked off. */
record Measurement(
    String contender,
    String round,
    int jobs,
    double enqueuedPerSecond,
    double jobsPerSecond,
    double walBytesPerJob,
    double commitsPerJob,
    double deadTuplesPerJob) {}

package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.time.Duration;
import java.util.List;

/**
 * What a run left behind: the logs of the clients on one side, the database on the other.
 *
 * @param lines of every client process, each file in its order
 * @param actions in the order of the feed
 * @param clockMovedBack how far, all in all, the database's clock was put back
 * @param violations what the checker of the store's invariants found
 */
public record RunEvidence(
    List<LogLine> lines,
    List<StoredAction> actions,
    List<StoredLease> leases,
    List<StoredSubject> subjects,
    Duration clockMovedBack,
    List<String> violations) {}

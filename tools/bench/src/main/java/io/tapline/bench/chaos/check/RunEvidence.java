package io.tapline.bench.chaos.check;

import io.tapline.bench.chaos.log.LogLine;
import java.time.Duration;
import java.util.List;

/**
 * The evidence of a run: the logs of the clients and the content of the database.
 *
 * @param lines lines of every client process, each file in its order
 * @param actions in the order of the feed
 * @param clockMovedBack sum of all backward changes of the database clock
 * @param violations violations of the invariants of the store
 */
public record RunEvidence(
    List<LogLine> lines,
    List<StoredAction> actions,
    List<StoredLease> leases,
    List<StoredSubject> subjects,
    Duration clockMovedBack,
    List<String> violations) {}

package io.tapline.client.api;

import java.util.List;

/** All records, leases, holds, dead letters and actions of a job, each list oldest first. */
public record History(
    String subjectEuid,
    List<RecordView> records,
    List<LeaseView> leases,
    List<HoldView> holds,
    List<DeadLetterView> deadLetters,
    List<ActionView> actions) {}

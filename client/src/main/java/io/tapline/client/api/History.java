package io.tapline.client.api;

import java.util.List;

/** Everything that is known about a subject's past, each list oldest first. */
public record History(
    String subjectEuid,
    List<RecordView> records,
    List<LeaseView> leases,
    List<HoldView> holds,
    List<DeadLetterView> deadLetters,
    List<ActionView> actions) {}

package io.tapline.client.api;

import java.util.List;

/** The answer to a heartbeat. */
public record HeartbeatReply(
    String workerEuid,
    String status,
    boolean drainRequested,
    List<String> liveLeases,
    List<String> lostLeases,
    List<String> cancelRequested) {}

package io.tapline.client.api;

import java.util.List;

/** What a heartbeat hears back. */
public record Heartbeat(
    String workerEuid,
    String status,
    boolean drainRequested,
    List<String> liveLeases,
    List<String> lostLeases,
    List<String> cancelRequested) {}

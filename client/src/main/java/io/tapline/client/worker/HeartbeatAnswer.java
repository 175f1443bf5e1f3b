package io.tapline.client.worker;

import java.util.List;

/**
 * The answer to a heartbeat.
 *
 * @param liveLeases leases that the worker holds
 * @param lostLeases leases that were taken from the worker, repeated in every answer until their
 *     term ends
 * @param cancelRequested EUIDs of jobs that the worker should stop
 */
public record HeartbeatAnswer(
    List<String> liveLeases, List<String> lostLeases, List<String> cancelRequested) {}

package io.tapline.client.worker;

import java.util.List;

/**
 * What a heartbeat hears back.
 *
 * @param liveLeases leases that the worker holds
 * @param lostLeases leases that were taken from it, repeated at every heartbeat until their term is
 *     over
 * @param cancelRequested subjects that it is asked to stop
 */
public record HeartbeatAnswer(
    List<String> liveLeases, List<String> lostLeases, List<String> cancelRequested) {}

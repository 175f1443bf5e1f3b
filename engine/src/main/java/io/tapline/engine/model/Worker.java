package io.tapline.engine.model;

/**
 * A stored worker.
 *
 * @param ownedByCaller whether, by lineage, the calling principal registered it
 */
public record Worker(long uid, String euid, WorkerProfile profile, boolean ownedByCaller) {}

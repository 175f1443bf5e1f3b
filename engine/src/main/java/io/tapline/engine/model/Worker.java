package io.tapline.engine.model;

/**
 * A worker as it stands in the store.
 *
 * @param ownedByCaller whether lineage says that the principal who asks registered it
 */
public record Worker(long uid, String euid, WorkerProfile profile, boolean ownedByCaller) {}

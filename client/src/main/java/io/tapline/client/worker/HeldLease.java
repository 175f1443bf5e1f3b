package io.tapline.client.worker;

import java.time.Duration;

/** A lease that the worker holds. */
public record HeldLease(String subjectEuid, String leaseEuid, Duration ttl) {}

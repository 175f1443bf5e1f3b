package io.tapline.client.worker;

import java.time.Duration;

public record HeldLease(String subjectEuid, String leaseEuid, Duration ttl) {}

package io.tapline.client.api;

import java.util.List;

/** What a claim answers: work, or the news that there is none. */
public record ClaimAnswer(String status, boolean replayed, String workerEuid, List<Claim> claims) {}

package io.tapline.api;

import java.util.List;

/** What a claim gave: CLAIMED, or NO_WORK and none. */
public record ClaimedJobs(String status, boolean replayed, List<ClaimedJob> jobs) {}

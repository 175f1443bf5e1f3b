package io.tapline.api;

import java.util.List;

/** The answer to a claim: CLAIMED with jobs, or NO_WORK without. */
public record ClaimedJobs(String status, boolean replayed, List<ClaimedJob> jobs) {}

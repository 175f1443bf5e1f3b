package io.tapline.client.api;

import java.util.List;

/** Someone was logged out everywhere. */
public record SessionsEnded(
    String actionEuid, boolean replayed, String principal, int ended, List<String> sessionEuids) {}

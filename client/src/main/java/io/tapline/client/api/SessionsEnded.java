package io.tapline.client.api;

import java.util.List;

/** The answer to the end of all sessions of a principal. */
public record SessionsEnded(
    String actionEuid, boolean replayed, String principal, int ended, List<String> sessionEuids) {}

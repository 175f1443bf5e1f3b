package io.tapline.engine.model;

import java.util.List;

/** Someone was logged out everywhere. */
public record SessionsEnded(String principal, int ended, List<String> sessionEuids) {}

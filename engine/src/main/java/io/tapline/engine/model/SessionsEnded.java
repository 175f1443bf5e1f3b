package io.tapline.engine.model;

import java.util.List;

/** The result of ending all sessions of a principal. */
public record SessionsEnded(String principal, int ended, List<String> sessionEuids) {}

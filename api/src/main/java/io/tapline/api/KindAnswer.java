package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonTypeName;

/** A created job kind. */
@JsonTypeName("Kind")
public record KindAnswer(String kind, String executor, String queueEuid, boolean replayed) {}

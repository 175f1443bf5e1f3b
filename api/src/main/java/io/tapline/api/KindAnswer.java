package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonTypeName;

/** A kind of job as it was made. */
@JsonTypeName("Kind")
public record KindAnswer(String kind, String executor, String queueEuid, boolean replayed) {}

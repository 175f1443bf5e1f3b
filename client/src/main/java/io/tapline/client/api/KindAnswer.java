package io.tapline.client.api;

/** A kind of job as it was made. */
public record KindAnswer(String kind, String executor, String queueEuid, boolean replayed) {}

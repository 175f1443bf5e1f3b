package io.tapline.client.api;

import java.time.Instant;

/** How far a piece of work is, as its worker said. */
public record Progress(Double fraction, String message, Instant at) {}

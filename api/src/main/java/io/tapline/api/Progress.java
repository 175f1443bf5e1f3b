package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * Progress of a job, as reported by its worker.
 *
 * @param fraction from 0 to 1; null if only a message was given
 * @param message a text for operators; null if only a fraction was given
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Progress(Double fraction, String message, Instant at) {}

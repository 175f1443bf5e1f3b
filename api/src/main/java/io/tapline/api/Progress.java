package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * How far a piece of work is, as its worker said.
 *
 * @param fraction from 0 to 1; null when only the message was given
 * @param message for people; null when only the fraction was given
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Progress(Double fraction, String message, Instant at) {}

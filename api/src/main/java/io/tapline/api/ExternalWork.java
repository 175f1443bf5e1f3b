package io.tapline.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/** Work that an external system has not finished yet. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ExternalWork(String externalRef, Instant dispatchedAt, Instant deadlineAt) {

  public boolean overdue(Instant now) {
    return deadlineAt != null && !deadlineAt.isAfter(now);
  }
}

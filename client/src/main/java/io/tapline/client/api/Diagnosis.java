package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * What was found when a server looked at itself and its database.
 *
 * @param now the database's clock, which counts
 */
public record Diagnosis(Instant now, List<Check> checks) {

  /**
   * One thing that was looked at.
   *
   * @param status OK, WARN or FAIL
   * @param detail what it is, and what to do about it
   */
  public record Check(String name, String status, String detail) {}
}

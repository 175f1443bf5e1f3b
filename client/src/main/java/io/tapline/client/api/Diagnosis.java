package io.tapline.client.api;

import java.time.Instant;
import java.util.List;

/**
 * The result of the server's self-check.
 *
 * @param now the database's clock, which is authoritative
 */
public record Diagnosis(Instant now, List<Check> checks) {

  /**
   * One check.
   *
   * @param status OK, WARN or FAIL
   * @param detail the finding and the remedy
   */
  public record Check(String name, String status, String detail) {}
}

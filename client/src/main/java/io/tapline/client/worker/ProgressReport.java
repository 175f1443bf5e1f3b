package io.tapline.client.worker;

/**
 * How far the work is.
 *
 * @param fraction from 0 to 1; null: not known
 * @param message for people, at most 500 characters; null: none
 */
public record ProgressReport(HeldLease lease, Double fraction, String message) {

  /** The longest message. */
  public static final int MESSAGE = 500;
}

package io.tapline.client.worker;

/**
 * Progress of a job.
 *
 * @param fraction from 0 to 1; null: unknown
 * @param message a text for operators, at most 500 characters; null: none
 */
public record ProgressReport(HeldLease lease, Double fraction, String message) {

  /** Maximum length of a message. */
  public static final int MESSAGE = 500;
}

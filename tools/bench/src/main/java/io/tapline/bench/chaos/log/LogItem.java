package io.tapline.bench.chaos.log;

/**
 * One request within a call, its result, or one event of the feed.
 *
 * @param key the idempotency key; for an event its id
 * @param subject the EUID of the subject
 * @param lease the EUID of the lease
 * @param action the EUID of the action that the answer or event names
 * @param fence the fencing token of a claim; for an event the revision of the subject
 * @param code the code of a refusal; null for an acknowledged request; for an event its type
 * @param hash hash of the answer without {@code replayed}
 */
public record LogItem(
    String key, String subject, String lease, String action, long fence, String code, String hash) {

  public static LogItem asked(String key, String subject, String lease) {
    return new LogItem(key, subject, lease, null, 0, null, null);
  }
}

package io.tapline.bench.chaos.log;

/**
 * One request within a call, or what became of it, or one event of the feed.
 *
 * @param key the idempotency key; of an event its id
 * @param subject the subject's EUID
 * @param lease the lease's EUID
 * @param action the EUID of the action that the answer or event names
 * @param fence the fencing token of a claim; of an event the subject's revision
 * @param code why it was refused; null for what was acknowledged; of an event its type
 * @param hash of the answer, but for {@code replayed}
 */
public record LogItem(
    String key, String subject, String lease, String action, long fence, String code, String hash) {

  public static LogItem asked(String key, String subject, String lease) {
    return new LogItem(key, subject, lease, null, 0, null, null);
  }
}

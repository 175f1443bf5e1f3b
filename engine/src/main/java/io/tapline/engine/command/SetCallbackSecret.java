package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * What the outside signs its results for a queue with. Nobody can read it again.
 *
 * @param secret as it is kept: sealed by the host of the engine
 */
public record SetCallbackSecret(
    RequestMeta meta, String queueKey, String secret, String reason, Long expectedRevision)
    implements QueueCommand {

  /** Whatever the queue's revision is. */
  public SetCallbackSecret(RequestMeta meta, String queueKey, String secret, String reason) {
    this(meta, queueKey, secret, reason, null);
  }

  @Override
  public ActionKey action() {
    return ActionKey.SET_CALLBACK_SECRET;
  }

  public SetCallbackSecret sealed(String text) {
    return new SetCallbackSecret(meta, queueKey, text, reason, expectedRevision);
  }

  public static SetCallbackSecret read(RequestFields f, RequestMeta meta) {
    return new SetCallbackSecret(
        meta, f.text("queue_key"), f.text("secret"), f.text("reason"), SharedFields.revision(f));
  }

  @Override
  public void check(FieldChecks c) {
    SharedChecks.queueKey(c, queueKey);
    c.required("secret", secret, Limits.SECRET)
        .that(
            secret == null || secret.length() >= Limits.SECRET_LEAST,
            "secret",
            "has at least " + Limits.SECRET_LEAST + " characters; draw it by chance")
        .required("reason", reason, Limits.TEXT);
  }
}

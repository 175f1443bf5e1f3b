package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/**
 * Sets the secret that an external system signs its results for a queue with. No request returns
 * it.
 *
 * @param secret the stored form: encrypted by the host of the engine
 */
public record SetCallbackSecret(
    RequestMeta meta, String queueKey, String secret, String reason, Long expectedRevision)
    implements QueueCommand {

  /** Applies to any revision of the queue. */
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
            "must have at least " + Limits.SECRET_LEAST + " random characters")
        .required("reason", reason, Limits.TEXT);
  }
}

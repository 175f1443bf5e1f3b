package io.tapline.api.request;

import io.tapline.api.ActionKey;

/**
 * Sets the secret that an external system signs its results for a queue with. No request returns
 * it.
 *
 * @param secret the stored form: encrypted by the host of the engine
 */
public record SetCallbackSecret(
    RequestMeta meta,
    @CommonFields.QueueKey String queueKey,
    @CommonFields.Secret String secret,
    @CommonFields.Reason String reason,
    @CommonFields.QueueRevision Long expectedRevision)
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
}

package io.tapline.api.request;

/** A request about a registered job. */
public sealed interface JobCommand extends Command permits RegisterJob, RetireJob {

  String queueKey();

  default String reason() {
    return null;
  }
}

package io.tapline.client.worker;

/** How a piece of work ended, on its way to the server. */
record Report(Job job, Outcome outcome) {

  Completion completion(Outcome.Completed completed) {
    var claim = job.claim();
    return new Completion(
        claim.lease(),
        claim.actionKey(),
        completed.result(),
        completed.nextQueueKey(),
        completed.nextActionKey(),
        completed.outputs(),
        "complete-" + claim.leaseEuid());
  }

  Performance performance(Outcome.Performed performed) {
    var claim = job.claim();
    return new Performance(
        claim.lease(), performed.actionKey(), performed.fields(), "perform-" + claim.leaseEuid());
  }

  Failure failure(Outcome.Failed failed) {
    var claim = job.claim();
    return new Failure(
        claim.lease(),
        failed.errorClass(),
        failed.code(),
        failed.message(),
        failed.reasonCode(),
        failed.stage(),
        failed.result(),
        "fail-" + claim.leaseEuid());
  }
}

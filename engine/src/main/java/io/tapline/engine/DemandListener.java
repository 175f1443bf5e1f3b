package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.read.queue.ClaimDemand;
import java.time.Duration;

/** Counts the claims of workers through all APIs, alone or as part of other requests. */
record DemandListener(ClaimDemand demand) implements ActionListener {

  /** An answer, even an empty one, proves that the worker exists and may claim. */
  @Override
  public void claimed(
      Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {
    if (answer != null) {
      demand.noteClaim(caller.tenantId(), command);
    }
  }
}

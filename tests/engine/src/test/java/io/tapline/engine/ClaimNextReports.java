package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.LeaseCommand;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.testing.InspectedTenant;
import java.util.List;

/** Reports that ask for more, and what they are answered. */
abstract class ClaimNextReports extends CombinedLab {

  Claim next(String robot) {
    return Claim.batch(InspectedTenant.key(), robot, QUEUE, 1, true);
  }

  Complete completion(String robot, ClaimAnswer.Item item) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid());
  }

  ReportOutcome report(LeaseCommand ending, Claim next) {
    return engine.report(lab.service, List.of(ending), next);
  }

  ClaimAnswer.Item begun(String robot) {
    return engine.claim(lab.service, next(robot)).claims().get(0);
  }

  static ItemOutcome only(ReportOutcome reported) {
    return reported.outcomes().get(0);
  }

  static ClaimAnswer.Item given(ReportOutcome reported) {
    return reported.claimed().orThrow().claims().get(0);
  }
}

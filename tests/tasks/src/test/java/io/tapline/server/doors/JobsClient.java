package io.tapline.server.doors;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import java.util.List;

/** An executor of the jobs API. */
final class JobsClient extends RandomClient {

  private final String holder = TenantApi.unique("holder");

  JobsClient(SharedWork work, int seed) {
    super(work, seed);
  }

  @Override
  void step() {
    var asking = GoodJobs.claiming(work.kind);
    asking.put("lease_holder", holder);
    var jobs = sane(work.lab.service.post(GoodJobs.JOBS + "claim", asking)).json().path("jobs");
    if (jobs.isEmpty()) {
      work.newJob();
      return;
    }
    if (!once(4)) {
      verb("progress", jobs.get(0));
    }
    if (!once(5)) {
      var ends = List.of("succeed", "succeed", "fail-transient", "fail-permanent");
      verb(ends.get(random.nextInt(ends.size())), jobs.get(0));
    }
  }

  private void verb(String verb, tools.jackson.databind.JsonNode job) {
    sane(work.lab.service.post(GoodJobs.JOBS + verb, GoodJobs.on(job)));
  }
}

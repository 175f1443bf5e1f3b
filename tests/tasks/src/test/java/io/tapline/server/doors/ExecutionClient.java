package io.tapline.server.doors;

import io.tapline.server.testing.TenantApi;
import java.util.List;

/** A worker of the execution API that is an operator too. */
final class ExecutionClient extends RandomClient {

  private String worker;

  ExecutionClient(SharedWork work, int seed) {
    super(work, seed);
  }

  @Override
  void begin() {
    worker =
        work.lab
            .service
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("door"),
                    "worker_type",
                    "SERVICE",
                    "capabilities",
                    work.capabilities(),
                    "max_concurrent_leases",
                    100))
            .ok()
            .path("worker_euid")
            .asString();
  }

  @Override
  void step() {
    if (once(3)) {
      operate();
      return;
    }
    var claims =
        sane(work.lab.service.post(
                "actions/claim",
                TenantApi.body(
                    "worker_euid",
                    worker,
                    "queue_key",
                    work.anyQueue(random),
                    "start",
                    random.nextBoolean())))
            .json()
            .path("claims");
    if (claims.isEmpty()) {
      work.newJob();
      return;
    }
    var verb = List.of("complete", "complete", "fail", "release-lease", "renew-lease");
    var body = TenantApi.on(worker, claims.get(0));
    var chosen = verb.get(random.nextInt(verb.size()));
    if (chosen.equals("fail")) {
      body.put("retryable", random.nextBoolean());
    }
    sane(work.lab.service.post("actions/" + chosen, body));
  }

  private void operate() {
    var subject = work.any(random);
    var body = TenantApi.body("subject_euid", subject, "reason", "why not");
    switch (random.nextInt(4)) {
      case 0 -> hold(body);
      case 1 -> {
        body.put("mode", random.nextBoolean() ? "soft" : "hard");
        sane(work.lab.operator.post("actions/cancel", body));
      }
      default -> {
        body.put("queue_key", work.queueOf(subject));
        sane(work.lab.operator.post("actions/requeue", body));
      }
    }
  }

  private void hold(java.util.Map<String, Object> body) {
    body.put("hold_code", "QC");
    var held = sane(work.lab.operator.post("actions/hold", body)).json().path("hold_euid");
    if (held.isString() && !once(4)) {
      sane(
          work.lab.operator.post(
              "actions/release-hold",
              TenantApi.body("hold_euid", held.asString(), "reason", "seen")));
    }
  }
}

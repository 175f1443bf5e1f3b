package io.tapline.client.cases;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.client.TaplineClient;
import io.tapline.client.testing.CuttableProxy;
import io.tapline.client.testing.WorkerLab;
import io.tapline.engine.testing.Await;
import io.tapline.server.Server;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Takes one worker through one case: the steps, and what must be true in the end. */
final class CaseRun implements AutoCloseable {

  /** Starts a worker of some language on this case. */
  interface Language {
    CaseWorker start(WorkerCase one, CuttableProxy cable, String queue);
  }

  private final WorkerCase one;
  private final Language language;
  private final TestTapline tapline;
  private final WorkerLab lab;
  private final TaplineClient direct;
  private final Server mortal;
  private final CuttableProxy cable;
  private final String queue;
  private CaseWorker worker;
  private String subject;
  private final List<String> company = new ArrayList<>();
  private String more;
  private String leasedUntil;
  private boolean ended;

  CaseRun(WorkerCase one, Language language, TestTapline tapline, TaplineClient direct) {
    this.one = one;
    this.language = language;
    this.tapline = tapline;
    this.lab = new WorkerLab(tapline);
    this.direct = direct;
    // The server that the tests share outlives every case.
    this.mortal =
        one.steps().contains("server ends")
            ? Server.start(TestTapline.settings(tapline.scratch()))
            : null;
    this.cable = new CuttableProxy(mortal == null ? tapline.address() : mortal.address());
    this.queue = queue();
  }

  private String queue() {
    var key = TenantApi.unique("case");
    var body =
        TenantApi.body(
            "queue_key",
            key,
            "subject_template_codes",
            new String[] {"data/execution/task/1.0"},
            "lease_ttl_seconds",
            one.leaseSeconds(),
            "max_attempts_default",
            one.maxAttempts(),
            "retry_policy",
            Map.of("initial_delay_seconds", 0, "jitter_fraction", 0));
    if (one.renewSeconds() != null) {
      body.put("heartbeat_interval_seconds", one.renewSeconds());
    }
    lab.lab().admin.post("actions/create-queue", body).ok();
    return key;
  }

  void run() {
    var steps = new ArrayList<>(one.steps());
    if (!steps.contains("start")) {
      steps.addAll(0, List.of("enqueue", "start"));
    }
    steps.forEach(this::step);
    if (!ended) {
      worker.stop();
    }
    check();
  }

  private void step(String step) {
    switch (step) {
      case "start" -> worker = language.start(one, cable, queue);
      case "enqueue" -> {
        subject = lab.enqueue(queue, "next_action_key", "work");
        for (var ending : one.company()) {
          company.add(
              lab.enqueue(
                  queue, "next_action_key", "work", "properties", Map.of("ending", ending)));
        }
      }
      case "more" -> more = lab.enqueue(queue, "next_action_key", "work");
      case "begun" -> {
        worker.awaitBegun(one.concurrency());
        leasedUntil = leasedUntil();
      }
      case "go" -> worker.go();
      case "lapse" -> tapline.advance(Duration.ofSeconds(one.leaseSeconds() + 1));
      case "another" -> another();
      case "kill" -> {
        worker.kill();
        ended = true;
      }
      case "stop" -> {
        worker.stop();
        ended = true;
      }
      case "cut" -> cable.cut();
      case "mend" -> cable.mend();
      case "turned away" -> Await.until(step, () -> cable.turnedAway() > 0);
      case "lose answers" -> cable.loseAnswers(2);
      case "answer lost" -> Await.until(step, () -> cable.answersToLose() < 2);
      case "renewed" -> Await.until(step, () -> !leasedUntil().equals(leasedUntil));
      case "server ends" -> mortal.close();
      case "server returns" -> cable.plugInto(tapline.address());
      case "cancel softly" -> operator("cancel", "mode", "soft", "reason", "not needed");
      case "cancel" -> operator("cancel", "reason", "not needed");
      case "hold" -> operator("hold", "hold_code", "RECHECK", "reason", "look at it");
      case "progress" -> Await.until("half is seen", this::halfIsSeen);
      case "heard" -> {
        var expected = texts(one.then().path("heard"));
        Await.until("told " + expected, () -> worker.heard().equals(expected));
      }
      case "settled" -> lab.awaitState(subject, one.then().path("state").asString());
      case "company settled" -> {
        var expected = texts(one.then().path("company"));
        for (int i = 0; i < company.size(); i++) {
          lab.awaitState(company.get(i), expected.get(i));
        }
      }
      case "more settled" -> lab.awaitState(more, one.then().path("more").asString());
      default -> throw new AssertionError("no step " + step);
    }
  }

  private String leasedUntil() {
    return lab.subject(subject).at("/active_lease/expires_at").asString("");
  }

  private boolean halfIsSeen() {
    var progress = lab.subject(subject).at("/active_lease/progress");
    return progress.path("fraction").asDouble(0) == 0.5
        && progress.path("message").asString("").equals("half");
  }

  private void operator(String action, Object... fields) {
    var body = TenantApi.body(fields);
    body.put("subject_euid", subject);
    lab.lab().operator.post("actions/" + action, body).ok();
  }

  @SuppressWarnings("try") // It only has to be there.
  private void another() {
    try (var other =
        direct
            .worker("another")
            .queue(queue)
            .stopAtExit(false)
            .handle(job -> "by another")
            .start()) {
      lab.awaitState(subject, "COMPLETED");
    }
  }

  private void check() {
    var then = one.then();
    var history = lab.history(subject);
    var records = history.path("records");
    assertThat(lab.state(subject)).isEqualTo(then.path("state").asString());
    if (then.has("attempts")) {
      assertThat(lab.attempts(subject)).isEqualTo(texts(then.path("attempts")));
    }
    if (then.has("attempt_count")) {
      assertThat(lab.attemptCount(subject)).isEqualTo(then.path("attempt_count").asInt());
    }
    if (then.has("leases")) {
      assertThat(history.path("leases")).hasSize(then.path("leases").asInt());
    }
    if (then.has("result")) {
      assertThat(records.get(records.size() - 1).path("result_snapshot").asString())
          .isEqualTo(then.path("result").asString());
    }
    for (var field : List.of("error_class", "error_code")) {
      if (then.has(field)) {
        assertThat(records.get(0).path(field).asString()).isEqualTo(then.path(field).asString());
      }
    }
    if (then.has("heard")) {
      assertThat(worker.heard()).isEqualTo(texts(then.path("heard")));
    }
    for (var figure : List.of("completed", "failed", "released", "lost")) {
      if (then.has(figure)) {
        assertThat(worker.figures()).containsEntry(figure, then.path(figure).asInt());
      }
    }
    checkMore(then);
    if (then.has("company")) {
      assertThat(company.stream().map(lab::state)).isEqualTo(texts(then.path("company")));
    }
    if (then.has("company_leases")) {
      for (int i = 0; i < company.size(); i++) {
        assertThat(lab.history(company.get(i)).path("leases"))
            .as(one.company().get(i))
            .hasSize(then.path("company_leases").get(i).asInt());
      }
    }
    if (then.has("serving")) {
      var served = lab.lab().operator.get("queues/" + queue).ok();
      assertThat(served.path("worker_serving_count").asInt())
          .isEqualTo(then.path("serving").asInt());
    }
    if (lab.state(subject).equals("COMPLETED")) {
      tapline.awaitFeed("acme");
      var done = lab.lab().operator.get("events?type=job_succeeded&subject_euid=" + subject).ok();
      assertThat(done.path("items")).as("succeeded once").hasSize(1);
    }
  }

  private void checkMore(JsonNode then) {
    if (then.has("more")) {
      assertThat(lab.state(more)).isEqualTo(then.path("more").asString());
    }
    if (then.has("more_leases")) {
      assertThat(lab.history(more).path("leases")).hasSize(then.path("more_leases").asInt());
    }
    if (then.has("more_leased")) {
      assertThat(lab.subject(more).path("active_lease").isObject())
          .as("a lease is left")
          .isEqualTo(then.path("more_leased").asBoolean());
    }
  }

  private static List<String> texts(JsonNode list) {
    var all = new ArrayList<String>();
    list.forEach(one -> all.add(one.asString()));
    return all;
  }

  @Override
  public void close() {
    if (worker != null) {
      worker.close();
    }
    cable.close();
    if (mortal != null) {
      mortal.close();
    }
  }
}

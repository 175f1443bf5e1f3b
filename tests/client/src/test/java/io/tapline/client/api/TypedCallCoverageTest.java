package io.tapline.client.api;

import static io.tapline.client.api.RecordedServer.NAMED;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.CorrelationRefsBuilder;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.Scope;
import io.tapline.api.WorkerType;
import io.tapline.api.request.CancelBuilder;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.DispatchBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.HeartbeatBuilder;
import io.tapline.api.request.PlaceHoldBuilder;
import io.tapline.api.request.PrepareBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.ReportProgressBuilder;
import io.tapline.api.request.RequeueBuilder;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.Start;
import io.tapline.api.request.UpdateQueue;
import io.tapline.client.TaplineClient;
import java.lang.reflect.Method;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** There is a typed call for every endpoint, with every field. */
class TypedCallCoverageTest extends TypedCallsOnServer {

  private static final String ACTIONS = "/api/v1/execution/actions/";

  /** Prefixes of the API for programs; endpoints for browsers and documents are not part of it. */
  private static final Set<String> PREFIXES =
      Set.of(
          "/api/v1/execution",
          "/api/v1/jobs",
          "/api/v1/workflows",
          "/api/v1/tokens",
          "/api/v1/sessions",
          "/api/v1/webhooks",
          "/api/v1/me",
          "/health");

  @Test
  void every_endpoint_has_a_typed_call() throws Exception {
    try (var recorded = new RecordedServer();
        var client = recorded.client()) {
      callEverything(client);
      assertThat(recorded.asked()).isEqualTo(endpoints());
    }
  }

  private static Set<String> endpoints() {
    var all = new TreeSet<String>();
    for (var path : document.path("paths").properties()) {
      if (PREFIXES.stream().anyMatch(path.getKey()::startsWith)) {
        path.getValue()
            .properties()
            .forEach(
                operation ->
                    all.add(
                        operation.getKey().toUpperCase(java.util.Locale.ROOT)
                            + " "
                            + path.getKey().replaceAll("\\{[^}]*}", "{}")));
      }
    }
    return all;
  }

  private static void callEverything(TaplineClient c) {
    c.about().health();
    c.about().ready();
    c.about().me();
    c.about().doctor();
    c.queues().list(QueueFilter.all());
    c.queues().get(NAMED);
    c.queues().items(NAMED, ItemFilter.all());
    c.queues().items(ItemFilter.all().behindPause());
    c.queues().changes(NAMED, QueueFilter.all());
    c.queues().whole("week");
    c.queues().series(NAMED, "day");
    c.queues().workers(NAMED);
    c.queues().metrics();
    c.queues().create(new CreateQueue(null, NAMED, QueueFields.NONE));
    c.queues().update(new UpdateQueue(null, NAMED, 1L, QueueFields.NONE, null));
    c.queues().retire(new RetireQueue(null, NAMED, "r", "q2", false, null));
    c.queues().setCallbackSecret(NAMED, "s", "r");
    c.subjects().list(SubjectFilter.all());
    c.subjects().get(NAMED);
    c.subjects().history(NAMED);
    c.subjects().lineage(NAMED, 1);
    c.subjects().prepare(PrepareBuilder.builder().templateCode("t").build());
    c.subjects().enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey("q").build());
    c.subjects().requeue(RequeueBuilder.builder().subjectEuid("s").reason("r").build());
    c.subjects().cancel(CancelBuilder.builder().subjectEuid("s").reason("r").build());
    c.subjects()
        .externalResult(
            ExternalResultBuilder.builder()
                .subjectEuid("s")
                .externalRef("e")
                .outcome(ExecutionState.READY)
                .build());
    tapline
        .engine()
        .domainActions()
        .forEach(action -> c.subjects().perform(PerformRequest.of(action.key())));
    c.leases().list(LeaseFilter.all().ofListedQueues());
    c.leases().claim(ClaimBuilder.builder().workerEuid("w").build());
    c.leases().start(new Start(null, "s", "w", "l", null));
    c.leases().renew(new Renew(null, "w", "l", null));
    c.leases()
        .progress(
            ReportProgressBuilder.builder()
                .workerEuid("w")
                .subjectEuid("s")
                .leaseEuid("l")
                .build());
    c.leases().release(new Release(null, "w", "l", null, false, "r"));
    c.leases()
        .complete(
            CompleteBuilder.builder().workerEuid("w").subjectEuid("s").leaseEuid("l").build());
    c.leases().fail(FailBuilder.builder().workerEuid("w").subjectEuid("s").leaseEuid("l").build());
    c.leases().reportResults(List.of(Complete.of(null, "s", "w", "l")), null);
    c.leases()
        .dispatch(
            DispatchBuilder.builder()
                .workerEuid("w")
                .subjectEuid("s")
                .leaseEuid("l")
                .externalRef("e")
                .build());
    c.leases().expire("l", "r");
    c.holds().list(HoldFilter.all());
    c.holds().place(PlaceHoldBuilder.builder().subjectEuid("s").holdCode("c").reason("r").build());
    c.holds().release("h", "r");
    c.deadLetters().list(DeadLetterFilter.all());
    c.deadLetters().groups(DeadLetterFilter.all());
    c.deadLetters().resolve("d", "IGNORED", "r");
    c.deadLetters().giveUp("s", "timeout", null, "r");
    c.principals().get(NAMED);
    c.workers().list(WorkerFilter.all());
    c.workers().get(NAMED);
    c.workers().queues(NAMED);
    c.workers().attempts(NAMED, WorkerFilter.all());
    c.workers().changes(NAMED, WorkerFilter.all());
    c.workers()
        .register(
            RegisterWorkerBuilder.builder().workerKey("w").workerType(WorkerType.SERVICE).build());
    c.workers().heartbeat(HeartbeatBuilder.builder().workerEuid("w").build());
    c.workers().drain("w", "r");
    c.workers().disable("w", "r");
    c.workers().enable("w", "r");
    c.workers().retire("w", "r");
    c.events().list(EventFilter.all());
    c.events().actions(ActionFilter.all());
    c.events().stream(EventFilter.all()).next(Duration.ofSeconds(30));
    c.subscriptions().list(SubscriptionFilter.active());
    c.subscriptions().create(SubscriptionRequest.to("t", "n", Map.of(), "r"));
    c.subscriptions().retire(NAMED, "r");
    c.about().jobs();
    c.jobs().list(JobFilter.all());
    c.jobs().get(NAMED);
    c.jobs().byKey("k", "i");
    c.jobs().enqueue(JobRequest.of("k", "d", "e", "s"));
    c.jobs().claim(JobClaimRequest.of("k", "e", "h"));
    c.jobs().progress(JobReport.on("j", "t"));
    c.jobs().succeed(JobReport.on("j", "t"));
    c.jobs().failTransiently(JobReport.on("j", "t"));
    c.jobs().failPermanently(JobReport.on("j", "t"));
    c.jobs().cancel("j", "r");
    c.jobs().cancelSoftly("j", "r");
    c.jobs().giveUp(NAMED, "timeout", "r");
    c.jobs().deadLetters(DeadLetterFilter.all());
    c.jobs().events(EventFilter.all());
    c.jobs().createKind(KindRequest.of("k", "e"));
    c.jobs().kinds();
    c.jobs().health();
    c.jobs().killSwitch();
    c.jobs().turn(true, "r");
    c.jobs().reapLeases();
    c.jobs().cleanUp();
    c.workflows().list(WorkflowFilter.all());
    c.workflows().runs(NAMED, WorkflowFilter.all());
    c.workflows().get(NAMED);
    c.workflows().create(WorkflowRequest.of("k", "g"));
    c.workflows().cancel(NAMED, "r");
    c.tokens().list(TokenFilter.all());
    c.tokens().create(TokenRequest.of("n", List.of("operator"), "r"));
    c.tokens().revoke(NAMED, "r");
    c.webhooks().list(WebhookFilter.all());
    c.webhooks().get(NAMED);
    c.webhooks().create(WebhookRequest.of("n", "https://192.0.2.1/", "s"));
    c.webhooks().update(NAMED, WebhookRequest.change());
    c.webhooks().retire(NAMED, "r");
    c.webhooks().deadLetters(NAMED, WebhookFilter.all());
    c.webhooks().redeliver(NAMED, NAMED, "r");
    c.sessions().list(SessionFilter.all());
    c.sessions().revoke(NAMED, "r");
    c.sessions().revokeAll("r");
    c.sessions().revokeAll("p", "r");
  }

  /**
   * Requests with builders of their own, by their action. All other requests are the records that
   * the server reads.
   */
  private static final Map<String, List<ActionRequest<?>>> REQUESTS =
      Map.ofEntries(
          Map.entry("/api/v1/jobs/kinds", List.of(KindRequest.of("k", "e"))),
          Map.entry("/api/v1/jobs/enqueue", List.of(JobRequest.of("k", "d", "e", "s"))),
          Map.entry("/api/v1/jobs/claim", List.of(JobClaimRequest.of("k", "e", "h"))),
          Map.entry("/api/v1/jobs/progress", List.of(JobReport.on("j", "t"))),
          Map.entry("/api/v1/jobs/succeed", List.of(JobReport.on("j", "t"))),
          Map.entry("/api/v1/jobs/fail-transient", List.of(JobReport.on("j", "t"))),
          Map.entry(
              "/api/v1/workflows",
              List.of(
                  WorkflowRequest.of("k", "g").job(JobRequest.of("k", "d", "e", "s").named("n")))));

  @Test
  void every_field_of_an_action_can_be_said() throws Exception {
    var missing = new TreeSet<String>();
    for (var entry : REQUESTS.entrySet()) {
      var said = new HashSet<String>();
      for (var request : entry.getValue()) {
        sayEverything(request);
        said.addAll(request.body().propertyNames());
      }
      for (var field : fields(entry.getKey())) {
        if (!said.contains(field)) {
          missing.add(entry.getKey() + " " + field);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  /** But for those that nothing is made of. */
  private static List<String> fields(String action) {
    var schema =
        resolve(
            document
                .path("paths")
                .path(action.startsWith("/") ? action : ACTIONS + action)
                .at("/post/requestBody/content/application~1json/schema"));
    var all = new ArrayList<String>(alternatives(schema).propertyNames());
    all.removeAll(List.of("payload_hash", "items"));
    if (action.equals("/api/v1/jobs/enqueue")) {
      // Second names of fields that the client sends under their first ones.
      all.removeAll(
          List.of(
              "job_kind", "event_domain", "causation_event_id", "parent_job_id", "workflow_id"));
    }
    all.remove("payload");
    return all;
  }

  /** A batch endpoint takes one, or items. */
  private static JsonNode alternatives(JsonNode schema) {
    for (var word : List.of("oneOf", "anyOf")) {
      for (var one : schema.path(word)) {
        var resolved = resolve(one);
        if (resolved.has("properties") && !resolved.path("properties").has("items")) {
          return resolved.path("properties");
        }
      }
    }
    assertThat(schema.has("properties")).as(schema.toString()).isTrue();
    return schema.path("properties");
  }

  private static JsonNode resolve(JsonNode schema) {
    var ref = schema.path("$ref").asString("");
    return ref.isEmpty() ? schema : document.at(ref.substring(1));
  }

  private static void sayEverything(ActionRequest<?> request) throws Exception {
    for (Method method : request.getClass().getMethods()) {
      if (ActionRequest.class.isAssignableFrom(method.getReturnType())
          && !java.lang.reflect.Modifier.isStatic(method.getModifiers())
          && method.getParameterCount() == 1) {
        method.invoke(request, sample(method.getParameterTypes()[0]));
      }
    }
  }

  private static Object sample(Class<?> type) {
    Map<Class<?>, Object> samples =
        Map.of(
            String.class,
            "x",
            int.class,
            1,
            long.class,
            1L,
            double.class,
            0.5,
            boolean.class,
            true,
            Object.class,
            Map.of(),
            List.class,
            List.of(),
            Instant.class,
            Instant.EPOCH,
            ErrorClass.class,
            ErrorClass.PERMANENT_INPUT,
            ExecutionState.class,
            ExecutionState.READY);
    if (type == JobRequest.class) {
      return JobRequest.of("k", "d", "e", "s");
    }
    if (samples.containsKey(type)) {
      return samples.get(type);
    }
    return type == Scope.class
        ? new Scope("s", null, null)
        : type == CorrelationRefs.class
            ? CorrelationRefsBuilder.builder().trxEuid("t").build()
            : RetryPolicy.exponential(1, 2, 3);
  }
}

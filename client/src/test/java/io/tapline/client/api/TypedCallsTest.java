package io.tapline.client.api;

import static io.tapline.client.api.RecordedServer.NAMED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.client.TaplineClient;
import io.tapline.client.error.ConflictException;
import io.tapline.client.error.ErrorClass;
import io.tapline.client.error.LeaseLostException;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.lang.reflect.Method;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;
import org.springframework.web.util.HtmlUtils;
import tools.jackson.databind.JsonNode;

/** There is a typed call for everything, with every field, and nothing that is told gets lost. */
class TypedCallsTest {

  private static final String ACTIONS = "/api/v1/execution/actions/";

  /** What is about people's browsers, or about documents, is no part of the API for programs. */
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

  private static TestTapline tapline;
  private static JsonNode document;
  private static TaplineClient admin;
  private static TaplineClient operator;
  private static TaplineClient service;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
    document = tapline.as("acme-admin").get("/openapi.json").ok();
    admin = as("acme-admin");
    operator = as("acme-operator");
    service = as("acme-service");
  }

  @AfterAll
  static void stop() {
    List.of(admin, operator, service).forEach(TaplineClient::close);
    tapline.close();
  }

  private static TaplineClient as(String token) {
    return TaplineClient.builder().url(tapline.address().toString()).token(token).build();
  }

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
    c.queues().create(QueueRequest.of(NAMED));
    c.queues().update(QueueRequest.of(NAMED));
    c.queues().retire(RetireQueueRequest.of(NAMED, "r"));
    c.queues().setCallbackSecret(NAMED, "s", "r");
    c.subjects().list(SubjectFilter.all());
    c.subjects().get(NAMED);
    c.subjects().history(NAMED);
    c.subjects().lineage(NAMED, 1);
    c.subjects().prepare(PrepareRequest.of("t"));
    c.subjects().enqueue(EnqueueRequest.task("q"));
    c.subjects().requeue(RequeueRequest.of("s", "r"));
    c.subjects().cancel(CancelRequest.of("s", "r"));
    c.subjects().externalResult(ExternalResultRequest.of("s", "e", ExecutionState.READY));
    tapline
        .engine()
        .domainActions()
        .forEach(action -> c.subjects().perform(PerformRequest.of(action.key())));
    c.leases().list(LeaseFilter.all().ofListedQueues());
    c.leases().claim(ClaimRequest.by("w"));
    c.leases().start(LeaseRequest.of("w", "s", "l"));
    c.leases().renew(LeaseRequest.of("w", "s", "l"));
    c.leases().progress(ProgressRequest.of("w", "s", "l"));
    c.leases().release(LeaseRequest.of("w", "s", "l"));
    c.leases().complete(CompleteRequest.of("w", "s", "l"));
    c.leases().fail(FailRequest.of("w", "s", "l"));
    c.leases().dispatch(DispatchRequest.of("w", "s", "l", "e"));
    c.leases().expire("l", "r");
    c.holds().list(HoldFilter.all());
    c.holds().place(HoldRequest.of("s", "c", "r"));
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
    c.workers().register(RegisterRequest.of("w", "SERVICE"));
    c.workers().heartbeat(HeartbeatRequest.of("w"));
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
   * What the reference shows for Java compiles, and what it shows for Python is there to be called.
   */
  @Test
  void the_reference_shows_calls_that_there_are() throws Exception {
    var java = new ArrayList<String>();
    var python = new ArrayList<String>();
    var areas = Pattern.compile("href=\"(/docs/api/[a-z-]+)\"").matcher(page("/docs"));
    var paths = new TreeSet<>(areas.results().map(found -> found.group(1)).toList());
    for (var path : paths) {
      var page = page(path);
      java.addAll(samples(page, "Java"));
      python.addAll(samples(page, "Python"));
    }
    assertThat(java).hasSizeGreaterThan(150).hasSameSizeAs(python);
    assertThat(compiled(java)).isEmpty();
    var client = Files.readString(Path.of("../clients/python/src/tapline/client.py"));
    var transport = Files.readString(Path.of("../clients/python/src/tapline/transport.py"));
    for (var sample : python) {
      var own = Pattern.compile("^client\\.(transport\\.)?(\\w+)\\(").matcher(sample);
      if (own.find()) {
        assertThat(own.group(1) == null ? client : transport).contains("def " + own.group(2) + "(");
      } else {
        assertThat(sample).startsWith("request = urllib.request.Request(");
      }
    }
    assertThat(
            java.stream()
                .filter(sample -> sample.startsWith("client.") && !sample.contains(".http()")))
        .as("typed calls")
        .hasSizeGreaterThanOrEqualTo(90);
  }

  private static String page(String path) {
    return tapline.as("acme-admin").get(path).text();
  }

  private static List<String> samples(String page, String language) {
    return Pattern.compile(
            "aria-label=\"" + language + " \\w+\"><code>(.*?)</code>", Pattern.DOTALL)
        .matcher(page)
        .results()
        .map(found -> HtmlUtils.htmlUnescape(found.group(1)))
        .toList();
  }

  /** What the compiler says against these statements. */
  private static List<String> compiled(List<String> statements) throws java.io.IOException {
    var text = new StringBuilder();
    for (var name :
        List.of(
            "java.net",
            "java.net.http",
            "java.time",
            "java.util",
            "io.tapline.client",
            "io.tapline.client.api",
            "io.tapline.client.error",
            "io.tapline.client.http")) {
      text.append("import ").append(name).append(".*;\n");
    }
    text.append("class Samples {\n");
    for (int i = 0; i < statements.size(); i++) {
      text.append("void s").append(i);
      text.append("(TaplineClient client, String leaseToken) throws Exception {\n");
      text.append(statements.get(i)).append("\n}\n");
    }
    text.append("}\n");
    var source =
        new SimpleJavaFileObject(URI.create("string:///Samples.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
          }
        };
    var faults = new DiagnosticCollector<JavaFileObject>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var folder = Files.createTempDirectory("tapline-samples");
    compiler
        .getTask(
            null,
            null,
            faults,
            List.of(
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path")),
            null,
            List.of(source))
        .call();
    FileSystemUtils.deleteRecursively(folder);
    return faults.getDiagnostics().stream()
        .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }

  /** Which request is sent to which action; the others have no fields but their arguments. */
  private static final Map<String, List<ActionRequest<?>>> REQUESTS =
      Map.ofEntries(
          Map.entry("create-queue", List.of(QueueRequest.of("q"))),
          Map.entry("update-queue", List.of(QueueRequest.of("q"))),
          Map.entry("retire-queue", List.of(RetireQueueRequest.of("q", "r"))),
          Map.entry("prepare", List.of(PrepareRequest.of("t"))),
          Map.entry("enqueue", List.of(EnqueueRequest.to("q"))),
          Map.entry("requeue", List.of(RequeueRequest.of("s", "r"))),
          Map.entry("cancel", List.of(CancelRequest.of("s", "r").soft())),
          Map.entry(
              "external-result", List.of(ExternalResultRequest.of("s", "e", ExecutionState.READY))),
          Map.entry("hold", List.of(HoldRequest.of("s", "c", "r"))),
          Map.entry("release-hold", List.of(ReleaseHoldRequest.of("h"))),
          Map.entry("drain-worker", List.of(WorkerRequest.of("w", "r"))),
          Map.entry("disable-worker", List.of(WorkerRequest.of("w", "r"))),
          Map.entry("enable-worker", List.of(WorkerRequest.of("w", "r"))),
          Map.entry("retire-worker", List.of(WorkerRequest.of("w", "r"))),
          Map.entry("claim", List.of(ClaimRequest.by("w"))),
          Map.entry("start", List.of(LeaseRequest.of("w", "s", "l"))),
          Map.entry("renew-lease", List.of(LeaseRequest.of("w", "s", "l"))),
          Map.entry("release-lease", List.of(LeaseRequest.of("w", "s", "l"))),
          Map.entry("progress", List.of(ProgressRequest.of("w", "s", "l"))),
          Map.entry("complete", List.of(CompleteRequest.of("w", "s", "l"))),
          Map.entry("fail", List.of(FailRequest.of("w", "s", "l"))),
          Map.entry("dispatch-external", List.of(DispatchRequest.of("w", "s", "l", "e"))),
          Map.entry("register-worker", List.of(RegisterRequest.of("w", "SERVICE"))),
          Map.entry("heartbeat-worker", List.of(HeartbeatRequest.of("w"))),
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
    if (!action.equals("claim")) {
      all.remove("payload");
    }
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
    if (type == ClaimNext.class) {
      return ClaimNext.from("q");
    }
    if (samples.containsKey(type)) {
      return samples.get(type);
    }
    return type == Scope.class
        ? new Scope("s", null, null)
        : type == CorrelationRefs.class
            ? new CorrelationRefs("t", null, null, null)
            : type == RetryPolicy.class
                ? RetryPolicy.exponential(1, 2, 3)
                : new SelectionPolicy(List.of());
  }

  @Test
  void a_life_in_typed_calls_and_nothing_that_is_told_gets_lost() {
    var queue = TenantApi.unique("typed");
    admin
        .queues()
        .create(
            QueueRequest.of(queue)
                .templates(List.of("data/execution/task/1.0"))
                .leaseTtlSeconds(60)
                .maxAttempts(1)
                .retryPolicy(RetryPolicy.exponential(1, 2, 10)));
    var worker =
        service
            .workers()
            .register(RegisterRequest.of(queue + "-w", "SERVICE").maxConcurrentLeases(10))
            .workerEuid();
    var results =
        operator
            .subjects()
            .enqueue(
                List.of(
                    EnqueueRequest.task(queue)
                        .name("one")
                        .properties(Map.of("n", 1))
                        .priority(5)
                        .scope(new Scope("east", null, null))
                        .correlationId("c-1"),
                    EnqueueRequest.task(queue).priority(4),
                    EnqueueRequest.task("no-such-queue")));
    assertThat(results).extracting(ItemResult::refused).containsExactly(false, false, true);
    assertThatThrownBy(() -> results.get(2).orThrow())
        .hasMessageContaining("there is no queue no-such-queue");
    var one = results.get(0).orThrow().subjectEuid();
    var two = results.get(1).orThrow().subjectEuid();
    assertThat(results.get(0).answer().execution().state()).isEqualTo(ExecutionState.READY);

    var claims =
        service
            .leases()
            .claim(ClaimRequest.by(worker).queue(queue).maxItems(2).start(true))
            .claims();
    assertThat(claims).extracting(Claim::subjectEuid).containsExactly(one, two);
    var lease = claims.get(0).leaseEuid();
    service.leases().progress(ProgressRequest.of(worker, one, lease).fraction(0.5));
    assertThat(service.workers().heartbeat(HeartbeatRequest.of(worker)).liveLeases()).hasSize(2);
    assertThat(operator.subjects().get(one).activeLease().progress().fraction()).isEqualTo(0.5);

    nothingIsLost(queue, one, worker);

    service.leases().complete(CompleteRequest.of(worker, one, lease).result(Map.of("ok", true)));
    assertThatThrownBy(() -> service.leases().renew(LeaseRequest.of(worker, claims.get(0))))
        .isInstanceOf(LeaseLostException.class);
    service
        .leases()
        .fail(
            FailRequest.of(worker, two, claims.get(1).leaseEuid())
                .errorClass(ErrorClass.PERMANENT_INPUT)
                .errorMessage("bad"));
    var letter = operator.deadLetters().list(DeadLetterFilter.all().queue(queue)).items().get(0);
    assertThat(letter.errorMessage()).isEqualTo("bad");
    operator.deadLetters().resolve(letter.deadLetterEuid(), "IGNORED", "seen");
    var hold = HoldRequest.of(two, "QC", "look");
    assertThatThrownBy(() -> operator.holds().place(hold)).isInstanceOf(ConflictException.class);

    nothingIsLost(queue, one, worker);
    nothingIsLost(queue, two, worker);
  }

  private static void nothingIsLost(String queue, String subject, String worker) {
    tapline.awaitFeed("acme");
    told(QueueView.class, "queues/" + queue, c -> c.queues().get(queue));
    toldInLists(WorkerAttempt.class, "workers/" + worker + "/attempts");
    toldInLists(ActionView.class, "workers/" + worker + "/changes");
    told(WholeSeries.class, "series", c -> c.queues().whole("hour"));
    told(
        QueueSeries.class,
        "queues/" + queue + "/series?window=hour",
        c -> c.queues().series(queue, "hour"));
    told(SubjectView.class, "subjects/" + subject, c -> c.subjects().get(subject));
    told(History.class, "subjects/" + subject + "/history", c -> c.subjects().history(subject));
    told(
        LineageView.class,
        "subjects/" + subject + "/lineage",
        c -> c.subjects().lineage(subject, 1));
    told(
        SubjectPage.class,
        "subjects?queue_key=" + queue,
        c -> c.subjects().list(SubjectFilter.all()));
    told(WorkerView.class, "workers/" + worker, c -> c.workers().get(worker));
    told(Me.class, "/api/v1/me", c -> c.about().me());
    told(Diagnosis.class, "doctor", c -> c.about().doctor());
    toldInLists(QueueItem.class, "queues/" + queue + "/items");
    toldInLists(QueueMetrics.class, "metrics/queues");
    toldInLists(LeaseView.class, "leases?queue_key=" + queue);
    toldInLists(HoldView.class, "holds");
    toldInLists(DeadLetterView.class, "dead-letter?queue_key=" + queue);
    toldInLists(EventView.class, "events?subject_euid=" + subject);
    toldInLists(ActionView.class, "actions?subject_euid=" + subject);
    toldInLists(WorkerReach.class, "workers/" + worker + "/queues");
    told(JobHealth.class, "/api/v1/jobs/health", c -> c.about().jobs());
    toldInLists(SubscriptionView.class, "/api/v1/jobs/subscriptions");
    toldInLists(TokenView.class, "/api/v1/tokens");
    toldInLists(SessionView.class, "/api/v1/sessions");
  }

  @Test
  void jobs_and_workflows_in_typed_calls_and_nothing_that_is_told_gets_lost() {
    var kind = TenantApi.unique("typed");
    admin
        .jobs()
        .createKind(
            KindRequest.of(kind, "DOT")
                .maxAttempts(2)
                .retryPolicy(RetryPolicy.exponential(0.5, 2, 1)));
    var job = JobRequest.of(kind, "staging", "DOT", "lims").idempotencyKey("doc-7");
    var made = operator.jobs().enqueue(job.safePayload(Map.of("pages", 3))).job();
    assertThat(operator.jobs().enqueue(job).replayed()).isTrue();
    assertThat(operator.jobs().byKey(kind, "doc-7")).isEqualTo(made);
    var claimed = service.jobs().claim(JobClaimRequest.of(kind, "DOT", "dot-1")).jobs().get(0);
    assertThat(claimed.job().status()).isEqualTo("leased");
    assertThat(claimed.toString()).doesNotContain(claimed.leaseToken());
    service.jobs().progress(JobReport.on(claimed));
    told(JobView.class, "/api/v1/jobs/" + made.jobId(), c -> c.jobs().get(made.jobId()));
    var done = service.jobs().succeed(JobReport.on(claimed).resultRef("blob://d")).job();
    assertThat(done.resultRef()).isEqualTo("blob://d");
    var listed = operator.jobs().list(JobFilter.all().kind(kind).status("succeeded")).items();
    assertThat(listed).extracting(JobView::jobId).containsExactly(made.jobId());

    var step = JobRequest.of(kind, "staging", "DOT", "lims").named("a");
    var flow =
        operator.workflows().create(WorkflowRequest.of("pipeline", "MOT:t").job(step)).workflow();
    assertThat(flow.jobs()).hasSize(1);
    assertThat(operator.jobs().kinds()).extracting(KindHealth::kind).contains(kind);
    assertThat(operator.jobs().health().enabled()).isTrue();
    var path = "/api/v1/workflows";
    told(
        WorkflowView.class,
        path + "/" + flow.workflowId(),
        c -> c.workflows().get(flow.workflowId()));
    toldInLists(WorkflowView.class, path);
    toldInLists(WorkflowRun.class, path + "/kinds/pipeline/runs");
    assertThat(operator.workflows().runs("pipeline", WorkflowFilter.all().limit(1)).items())
        .singleElement()
        .satisfies(run -> assertThat(run.steps()).hasSize(1));
    toldInLists(KindHealth.class, "/api/v1/jobs/kinds");
    var cancelled = operator.workflows().cancel(flow.workflowId(), "not needed").workflow();
    assertThat(cancelled.status()).isEqualTo("cancelled");

    assertThat(admin.jobs().turn(false, "a drill").enabled()).isFalse();
    try {
      assertThat(service.jobs().killSwitch().reason()).isEqualTo("a drill");
      told(JobSwitch.class, "/api/v1/jobs/switch", c -> c.jobs().killSwitch());
    } finally {
      admin.jobs().turn(true, "it is over");
    }
    tapline.awaitFeed("acme");
    assertThat(operator.jobs().events(EventFilter.all().job(made.jobId())).items())
        .extracting(EventView::type)
        .contains("dot.job.succeeded");
    assertThat(
            operator
                .events()
                .list(
                    EventFilter.all()
                        .type("job_cancelled")
                        .from(flow.enqueuedAt())
                        .to(Instant.parse("9999-01-01T00:00:00Z")))
                .items())
        .hasSize(1);
  }

  private static <T> void told(Class<T> type, String path, Function<TaplineClient, T> read) {
    assertThat(read.apply(admin)).isNotNull();
    assertThat(UnreadFields.inVain(admin.http().get(path), type)).isEmpty();
  }

  private static void toldInLists(Class<?> item, String path) {
    admin
        .http()
        .get(path)
        .path("items")
        .forEach(one -> assertThat(UnreadFields.inVain(one, item)).isEmpty());
  }

  @Test
  void a_worker_is_drained_only_in_the_state_that_it_is_expected_in() {
    var key = TenantApi.unique("typed-worker");
    var worker = service.workers().register(RegisterRequest.of(key, "SERVICE")).workerEuid();
    assertThatThrownBy(
            () ->
                admin
                    .workers()
                    .drain(WorkerRequest.of(worker, "tonight").expectedState("DISABLED")))
        .isInstanceOf(ConflictException.class)
        .hasMessageContaining("ONLINE");
    admin.workers().drain(WorkerRequest.of(worker, "tonight").expectedState("ONLINE"));
    assertThat(admin.workers().get(worker).status()).isEqualTo("DRAINING");
    service.workers().heartbeat(HeartbeatRequest.of(worker).expectedState("DRAINING"));
  }

  @Test
  void what_stays_said_of_work_that_was_put_away_and_what_came_with_a_hold_are_told() {
    var queue = TenantApi.unique("typed");
    admin
        .queues()
        .create(
            QueueRequest.of(queue).templates(List.of("data/execution/task/1.0")).retentionDays(1));
    var subject = operator.subjects().enqueue(EnqueueRequest.task(queue)).subjectEuid();
    var order = Map.of("order", 7);
    var hold = operator.holds().place(HoldRequest.of(subject, "QC", "look").metadata(order));
    operator.holds().release(ReleaseHoldRequest.of(hold.holdEuid()).metadata(order));
    var kept = operator.subjects().history(subject).holds().get(0);
    assertThat(kept.metadata().path("order").asInt()).isEqualTo(7);
    assertThat(kept.releaseMetadata().path("order").asInt()).isEqualTo(7);
    operator.subjects().cancel(CancelRequest.of(subject, "not wanted"));
    tapline.advance(Duration.ofDays(2));
    tapline.engine().cleanUp(tapline.tenantId("acme"));
    told(SubjectView.class, "subjects/" + subject, c -> c.subjects().get(subject));
    toldInLists(ActionView.class, "actions?subject_euid=" + subject);
    toldInLists(HoldView.class, "holds");
    var execution = operator.subjects().get(subject).execution();
    assertThat(execution.cleanedAt()).isNotNull();
    assertThat(execution.summary().queueKey()).isEqualTo(queue);
    assertThat(execution.summary().finishedAt()).isBefore(execution.cleanedAt());
  }

  @Test
  void a_request_that_is_sent_again_is_a_new_one_unless_it_has_a_key() {
    var queue = TenantApi.unique("again");
    admin.queues().create(QueueRequest.of(queue).templates(List.of("data/execution/task/1.0")));
    var fresh = EnqueueRequest.task(queue);
    var keyed = EnqueueRequest.task(queue).idempotencyKey("order-7");
    var made = new HashSet<String>();
    for (int i = 0; i < 2; i++) {
      operator
          .subjects()
          .enqueue(List.of(fresh, keyed, fresh))
          .forEach(result -> made.add(result.orThrow().subjectEuid()));
      made.add(operator.subjects().enqueue(fresh).subjectEuid());
    }
    assertThat(made).hasSize(7);
  }

  @Test
  void a_token_is_made_used_and_revoked() {
    var made = admin.tokens().create(TokenRequest.of("robot", List.of("operator"), "for tests"));
    try (var robot = as(made.token())) {
      assertThat(robot.about().me().roles()).containsExactly("operator");
    }
    assertThat(made.toString()).doesNotContain(made.token());
    assertThat(admin.tokens().revoke(made.tokenEuid(), "done").status()).isEqualTo("REVOKED");
  }

  @Test
  void a_webhook_is_made_changed_and_retired() {
    var request = WebhookRequest.of("lims", "https://192.0.2.1/hook", "0123456789".repeat(4));
    var made = admin.webhooks().create(request.eventTypes(List.of("job_succeeded")));
    assertThat(made.eventTypes()).containsExactly("job_succeeded");
    var lab = new TenantApi(tapline, "acme");
    var letter = lab.webhookLetter(made.webhookEuid());
    toldInLists(WebhookView.class, "/api/v1/webhooks");
    toldInLists(
        WebhookLetterView.class, "/api/v1/webhooks/" + made.webhookEuid() + "/dead-letters");
    assertThat(admin.webhooks().redeliver(made.webhookEuid(), letter, "again").status())
        .isEqualTo("REQUESTED");
    var paused =
        admin.webhooks().update(made.webhookEuid(), WebhookRequest.change().enabled(false));
    assertThat(paused.enabled()).isFalse();
    assertThat(paused.url()).isEqualTo("https://192.0.2.1/hook");
    assertThat(admin.webhooks().retire(made.webhookEuid(), "gone").status()).isEqualTo("RETIRED");
  }

  @Test
  void sessions_are_listed_and_ended() {
    tapline.as(null).post("/login", Map.of("token", "acme-operator")).ok();
    tapline.as(null).post("/login", Map.of("token", "acme-operator")).ok();
    var own = operator.sessions().list(SessionFilter.all()).items();
    assertThat(own).hasSize(2).noneMatch(SessionView::current);
    var first = own.get(0).sessionEuid();
    assertThat(admin.sessions().revoke(first, "left open").status()).isEqualTo("REVOKED");
    var principal = operator.about().me().principal();
    assertThat(admin.sessions().list(SessionFilter.all().principal(principal)).items())
        .extracting(SessionView::sessionEuid)
        .doesNotContain(first)
        .hasSize(1);
    assertThat(operator.sessions().revokeAll("going home").ended()).isEqualTo(1);
    assertThat(admin.sessions().revokeAll(principal, "to be sure").ended()).isZero();
  }

  @Test
  void events_are_read_by_pages_and_as_they_come() {
    var queue = TenantApi.unique("typed");
    admin.queues().create(QueueRequest.of(queue).templates(List.of("data/execution/task/1.0")));
    var subject = operator.subjects().enqueue(EnqueueRequest.task(queue)).subjectEuid();
    tapline.awaitFeed("acme");
    var page = operator.events().list(EventFilter.all().subject(subject));
    assertThat(page.items()).extracting(EventView::type).containsExactly("job_enqueued");
    try (var stream =
        operator.events().stream(EventFilter.all().after(page.nextCursor()).subject(subject))) {
      operator.subjects().cancel(CancelRequest.of(subject, "not needed"));
      var event = Events.view(stream.next(Duration.ofSeconds(60)).orElseThrow());
      assertThat(event.type()).isEqualTo("job_cancelled");
    }
  }

  @Test
  void work_is_ended_and_more_is_claimed_in_one_call() {
    var queue = TenantApi.unique("next");
    admin.queues().create(QueueRequest.of(queue).templates(List.of("data/execution/task/1.0")));
    var worker = service.workers().register(RegisterRequest.of(TenantApi.unique("w"), "SERVICE"));
    operator.subjects().enqueue(EnqueueRequest.task(queue));
    var second = operator.subjects().enqueue(EnqueueRequest.task(queue)).subjectEuid();
    var one =
        service
            .leases()
            .claim(ClaimRequest.by(worker.workerEuid()).queue(queue).start(true))
            .claims()
            .get(0);
    var next =
        ClaimNext.from(queue)
            .maxItems(1)
            .start(true)
            .leaseTtlSeconds(30)
            .payload(Map.of("n", 2))
            .notAfter(Instant.now().plusSeconds(600))
            .idempotencyKey(TenantApi.unique("key"));
    var done =
        service
            .leases()
            .complete(
                CompleteRequest.of(worker.workerEuid(), one.subjectEuid(), one.leaseEuid())
                    .claimNext(next));
    assertThat(done.execution().state()).isEqualTo(ExecutionState.COMPLETED);
    var claimed = done.claimed().claims().get(0);
    assertThat(claimed.subjectEuid()).isEqualTo(second);
    assertThat(claimed.ttlSeconds()).isEqualTo(30);
    var failed =
        service
            .leases()
            .fail(
                FailRequest.of(worker.workerEuid(), second, claimed.leaseEuid())
                    .errorClass(ErrorClass.PERMANENT_INPUT)
                    .claimNext(ClaimNext.from("nowhere")));
    assertThat(failed.claimed()).isNull();
    assertThat(failed.claimProblem().code()).isEqualTo("NOT_FOUND");
    assertThat(failed.claimProblem().field()).isEqualTo("claim_next.queue_key");
  }
}

package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueLinks;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.CorrelationRefs;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.PayloadPolicy;
import io.tapline.engine.model.Role;
import io.tapline.engine.model.Scope;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import tools.jackson.databind.JsonNode;

/** Work enqueued by SQL: the same rules and the same evidence as through the engine. */
class SqlDoorTest extends InspectedTenantTest {

  private static final Map<String, String> STATES =
      Map.of(
          "VALIDATION_FAILED", "TL001",
          "NOT_FOUND", "TL002",
          "IDEMPOTENCY_CONFLICT", "TL003",
          "PAYLOAD_REFUSED", "TL004",
          "PAYLOAD_TOO_LARGE", "TL005",
          "SUBSTRATE_DISABLED", "TL006",
          "FORBIDDEN", "TL007");

  private static final String CALL =
      "select tapline.enqueue(queue_key => ?, idempotency_key => ?, properties => ?::jsonb,"
          + " template_code => ?, subject_name => ?, next_action_key => ?, priority => ?,"
          + " ready_at => ?, due_at => ?, site => ?, max_attempts => ?, deadline_at => ?,"
          + " correlation_id => ?, trace_id => ?, parent_job => ?, causation_event => ?,"
          + " trx_euid => ?, step_euid => ?)";

  /** What both are asked for. */
  private record Case(
      String queue,
      String key,
      String properties,
      String template,
      String name,
      String action,
      Integer priority,
      Instant readyAt,
      Instant dueAt,
      String site,
      Integer maxAttempts,
      Instant deadlineAt,
      String correlation,
      String trace,
      String parent,
      String cause,
      String trx,
      String step) {

    Enqueue command() {
      return new Enqueue(
          new RequestMeta(key, correlation, trace),
          template,
          null,
          name,
          properties == null ? null : Json.parse(properties),
          queue,
          action,
          priority,
          readyAt,
          dueAt,
          site == null ? null : new Scope(site, null, null),
          maxAttempts,
          deadlineAt == null && parent == null && cause == null && trx == null && step == null
              ? null
              : new EnqueueLinks(
                  deadlineAt,
                  cause,
                  parent,
                  null,
                  null,
                  null,
                  new CorrelationRefs(trx, null, null, step)));
    }
  }

  private String login;

  @BeforeEach
  void login() throws SQLException {
    login = "app_" + lab.tenantId();
    new Tenants(test.owner()).openToSql(lab.tenantId());
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("create role " + login);
      statement.execute(
          "grant " + new Tenants(test.owner()).producerRole(lab.tenantId()) + " to " + login);
    }
  }

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  /** As someone who may do nothing but call the function. */
  private Connection app() throws SQLException {
    var connection = test.admin();
    try (var statement = connection.createStatement()) {
      statement.execute("set session authorization " + login);
    }
    return connection;
  }

  private static String enqueue(Connection app, Case c) throws SQLException {
    try (var call = app.prepareStatement(CALL)) {
      call.setString(1, c.queue());
      call.setString(2, c.key());
      call.setString(3, c.properties());
      call.setString(4, c.template());
      call.setString(5, c.name());
      call.setString(6, c.action());
      call.setObject(7, c.priority(), Types.INTEGER);
      call.setObject(8, at(c.readyAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setObject(9, at(c.dueAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setString(10, c.site());
      call.setObject(11, c.maxAttempts(), Types.INTEGER);
      call.setObject(12, at(c.deadlineAt()), Types.TIMESTAMP_WITH_TIMEZONE);
      call.setString(13, c.correlation());
      call.setString(14, c.trace());
      call.setString(15, c.parent());
      call.setString(16, c.cause());
      call.setString(17, c.trx());
      call.setString(18, c.step());
      try (var rows = call.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  private static OffsetDateTime at(Instant time) {
    return time == null ? null : OffsetDateTime.ofInstant(time, ZoneOffset.UTC);
  }

  /** What came of it: replayed or not, or the code and field of the refusal. */
  private static String told(ItemOutcome outcome) {
    return outcome.refused()
        ? STATES.get(outcome.refusal().code().name()) + " " + outcome.refusal().field()
        : "replayed " + outcome.answer().replayed();
  }

  private static String told(Connection app, Case c) throws SQLException {
    try {
      return "replayed " + Json.parse(enqueue(app, c)).path("replayed").asBoolean();
    } catch (PSQLException e) {
      var column = e.getServerErrorMessage().getColumn();
      return e.getSQLState() + " " + (column == null || column.isEmpty() ? null : column);
    }
  }

  @Test
  void a_thousand_requests_are_judged_alike_and_leave_the_same_rows() throws SQLException {
    var twin = InspectedTenant.in(test);
    for (var each : List.of(lab, twin)) {
      each.queue("any");
      var signals =
          InspectedTenant.fields(60, 3).toBuilder()
              .payloadPolicy(PayloadPolicy.SIGNAL_ONLY)
              .build();
      each.queue("signals", signals);
      var kind = signals.toBuilder().requiredWorkerCapabilities(List.of("DOT")).executor("DOT");
      each.queue("kind", kind.build());
    }
    var cases = cases(new Random(6), 1_000);
    var caller = new Caller(twin.tenantId(), "sql:" + login, Set.of(Role.OPERATOR));
    var byEngine = new ArrayList<String>();
    // One by one: within one batch, a key that was refused before still counts as used.
    for (var c : cases) {
      byEngine.add(told(lab.engine().executeAll(caller, List.of(c.command())).get(0)));
    }
    var bySql = new ArrayList<String>();
    try (var app = app()) {
      for (var c : cases) {
        bySql.add(told(app, c));
      }
    }
    for (int i = 0; i < cases.size(); i++) {
      assertThat(bySql.get(i)).as(cases.get(i).toString()).isEqualTo(byEngine.get(i));
    }
    assertThat(byEngine.stream().distinct().count()).as("kinds of outcome").isGreaterThan(8);
    for (var kind : List.of("subject", "action", "record")) {
      assertThat(rows(lab, kind)).as(kind).isEqualTo(rows(twin, kind));
    }
  }

  /** The rows that enqueues left, without what no two requests share. */
  private static List<String> rows(InspectedTenant of, String kind) throws SQLException {
    var sql =
        """
        select t.template_code || ' '
          || (i.feed_key is not null) || (i.actor_uid is not null) || (i.subject_uid is not null)
          || replace(replace((to_jsonb(i) - array['tenant_id', 'uid', 'template_uid', 'euid', 'created_dt', 'modified_dt', 'feed_key',
              'actor_uid', 'subject_uid', 'queue_uid', 'target_uid', 'executed_on_uid']
              #- '{json_addl,properties,software_version}')::text,
            tapline.time_text(i.created_dt), 'NOW'), coalesce(s.euid, '-'), 'SUBJECT') as row
        from tapline.generic_instance i
        join tapline.generic_template t on t.tenant_id = i.tenant_id and t.uid = i.template_uid
        left join tapline.subject s on s.tenant_id = i.tenant_id and s.uid = i.subject_uid
        where i.tenant_id = ? and i.storage_class = ?
          and i.json_addl #>> '{properties,execution,next_queue_key}' is distinct from 'elsewhere'
          and i.json_addl #>> '{properties,queue_key}' is distinct from 'elsewhere'
          and (i.action_key is null or i.action_key = 'enqueue_subject')
        """;
    var found = new ArrayList<String>();
    try (var admin = test.admin();
        var query = admin.prepareStatement(sql)) {
      query.setLong(1, of.tenantId());
      query.setString(2, kind);
      try (var rows = query.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString("row"));
        }
      }
    }
    found.sort(null);
    return found;
  }

  private static List<Case> cases(Random random, int count) {
    var all = new ArrayList<Case>();
    for (int i = 0; i < count; i++) {
      all.add(
          new Case(
              any(
                  random,
                  "any",
                  "any",
                  "any",
                  "signals",
                  "signals",
                  "kind",
                  "kind",
                  "nowhere",
                  "not a key"),
              any(random, "k" + i, "k" + i, "k" + i, "k" + i / 3, " "),
              any(
                  random,
                  null,
                  "{}",
                  "{\"a\":1,\"b\":{\"c\":[1,2.5,null,true,\"x\"]}}",
                  "{\"z\":\"ü € \\n \\\" / \",\"y\":-7,\"x\":1.0,\"w\":2.50}",
                  "{\"big\":\"" + "x".repeat(2_000) + "\"}",
                  "{\"deep\":[{\"Token\":\"t\"}]}",
                  "{\"execution\":{}}",
                  "{\"list\":[" + "1,".repeat(100) + "1]}",
                  "{\"many\":{" + wide() + "}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"MOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\" \",\"executor\":\"DOT\",\"source_system\":\"s\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":7}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"\\t\"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\",\"enqueued_by\":\""
                      + " \"}}",
                  "{\"job\":{\"domain\":\"d\",\"executor\":\"DOT\",\"source_system\":\"s\",\"payload_classification\":\"x\"}}",
                  "[1]"),
              any(
                  random,
                  Enqueue.TASK,
                  Enqueue.TASK,
                  Enqueue.TASK,
                  "content/material/specimen/1.0",
                  "data/none/1.0",
                  null),
              any(random, null, "S-" + i % 7, "n".repeat(201)),
              any(random, null, "extract"),
              any(random, null, 0, 5, 1_000_000, 1_000_001, -1),
              any(random, null, time(random)),
              any(random, null, time(random)),
              any(random, null, "sfo"),
              any(random, null, 1, 1_000, 0),
              any(random, null, time(random)),
              any(random, null, "corr-" + i % 5),
              any(random, null, "4bf92f3577b34da6a3ce929d0e0e4736"),
              any(random, null, null, null, null, "Z-TK-10", "nobody"),
              any(random, null, null, null, null, "Z-AE-10.0", "t".repeat(201)),
              any(random, null, null, "TRX" + i % 9, "no identifier"),
              any(random, null, null, "STEP-1", "")));
    }
    return all;
  }

  /** Small texts, and too many of them for a signal. */
  private static String wide() {
    return IntStream.range(0, 30)
        .mapToObj(i -> "\"k" + i + "\":\"" + "y".repeat(600) + "\"")
        .collect(Collectors.joining(","));
  }

  private static Instant time(Random random) {
    return Instant.parse("2020-01-01T00:00:00.000001Z").plusSeconds(random.nextInt(1_000_000_000));
  }

  @SafeVarargs
  private static <T> T any(Random random, T... values) {
    return values[random.nextInt(values.length)];
  }

  private static Case task(String key) {
    return new Case(
        QUEUE,
        key,
        "{\"n\":1}",
        Enqueue.TASK,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void the_work_exists_if_and_only_if_the_caller_commits() throws SQLException {
    try (var app = app()) {
      app.setAutoCommit(false);
      enqueue(app, task("gone"));
      app.rollback();
      enqueue(app, task("kept"));
      app.commit();
    }
    assertThat(
            lab.count(
                "instance_subject where tenant_id = ? and exec_queue_key = ?",
                lab.tenantId(),
                QUEUE))
        .isEqualTo(1);
    assertThat(lab.claim(worker, QUEUE, 10, false).claims()).hasSize(1);
  }

  @Test
  void the_same_request_by_both_doors_is_one_request() throws SQLException {
    var made = lab.engine().execute(lab.operator, task("same").command()).subjectEuid();
    try (var app = app()) {
      var again = Json.parse(enqueue(app, task("same")));
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("subject_euid").asString()).isEqualTo(made);
    }
  }

  @Test
  void a_twin_waits_for_the_first_and_hears_its_answer() throws Exception {
    try (var first = app();
        var second = app()) {
      first.setAutoCommit(false);
      var made = Json.parse(enqueue(first, task("twins")));
      var waiting = new FutureTask<>(() -> Json.parse(enqueue(second, task("twins"))));
      new Thread(waiting).start();
      awaitBlocked(second);
      first.commit();
      var again = waiting.get();
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("subject_euid")).isEqualTo(made.path("subject_euid"));
    }
    assertThat(lab.claim(worker, QUEUE, 10, false).claims()).hasSize(1);
  }

  private static void awaitBlocked(Connection other) throws SQLException {
    int pid = other.unwrap(PGConnection.class).getBackendPID();
    boolean blocked = false;
    try (var admin = test.admin();
        var look = admin.prepareStatement("select pg_blocking_pids(?) <> '{}'")) {
      look.setInt(1, pid);
      while (!blocked) {
        try (var rows = look.executeQuery()) {
          rows.next();
          blocked = rows.getBoolean(1);
        }
      }
    }
  }

  @Test
  void many_in_one_transaction_do_not_fill_the_lock_table() throws SQLException {
    try (var app = app();
        var statement = app.createStatement()) {
      app.setAutoCommit(false);
      enqueue(app, task("one"));
      long before = locks(statement);
      for (int i = 0; i < 50; i++) {
        enqueue(app, task("many-" + i));
      }
      assertThat(locks(statement)).isEqualTo(before);
      app.commit();
    }
  }

  private static long locks(Statement statement) throws SQLException {
    try (var rows =
        statement.executeQuery("select count(*) from pg_locks where pid = pg_backend_pid()")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Test
  void whoever_has_no_producer_role_is_refused_whatever_is_set() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("create role stranger_" + lab.tenantId());
      statement.execute("grant usage on schema tapline to stranger_" + lab.tenantId());
      statement.execute("grant execute on function tapline.enqueue to stranger_" + lab.tenantId());
      statement.execute("set session authorization stranger_" + lab.tenantId());
      statement.execute("set tapline.tenant_id = '" + lab.tenantId() + "'");
      var refused = catchThrowableOfType(PSQLException.class, () -> enqueue(admin, task("mine")));
      assertThat(refused.getSQLState()).isEqualTo("TL007");
    }
  }

  @Test
  void a_producer_can_do_nothing_but_enqueue() throws SQLException {
    try (var app = app();
        var statement = app.createStatement()) {
      for (var sql :
          List.of(
              "select * from tapline.instance_subject",
              "select * from tapline.generic_instance",
              "delete from tapline.fact",
              "select tapline.principal_of(1, 'x', now())",
              "select tapline.advance_clock(1)")) {
        var refused = catchThrowableOfType(PSQLException.class, () -> statement.execute(sql));
        assertThat(refused.getSQLState()).as(sql).isEqualTo("42501");
      }
    }
  }

  @Test
  void the_kill_switch_stops_this_door_too() throws SQLException {
    asAdmin(new SwitchSubstrate(RequestMeta.key(InspectedTenant.key()), false, "a drill"));
    try (var app = app()) {
      var refused = catchThrowableOfType(PSQLException.class, () -> enqueue(app, task("late")));
      assertThat(refused.getSQLState()).isEqualTo("TL006");
    }
  }

  @Test
  void a_job_that_came_by_sql_is_whole_for_who_reads_jobs() throws SQLException {
    lab.queue(
        "kind",
        InspectedTenant.fields(60, 3).toBuilder()
            .requiredWorkerCapabilities(List.of("DOT"))
            .executor("DOT")
            .payloadPolicy(PayloadPolicy.SIGNAL_ONLY)
            .build());
    var parent = lab.engine().execute(lab.operator, task("parent").command());
    var event = parent.actionEuid() + ".0";
    var properties =
        "{\"pages\":12,\"job\":{\"domain\":\"staging\",\"executor\":\"DOT\",\"source_system\":\"lims\"}}";
    var made =
        new Case(
            "kind",
            "order-42",
            properties,
            Enqueue.TASK,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            "corr",
            "4bf92f3577b34da6a3ce929d0e0e4736",
            parent.subjectEuid(),
            event,
            null,
            null);
    String subject;
    try (var app = app()) {
      subject = Json.parse(enqueue(app, made)).path("subject_euid").asString();
    }
    var job = lab.engine().reads().substrate().one(lab.tenantId(), subject);
    assertThat(job.domain()).isEqualTo("staging");
    assertThat(job.executor()).isEqualTo("DOT");
    assertThat(job.sourceSystem()).isEqualTo("lims");
    assertThat(job.safePayload().path("pages").asInt()).isEqualTo(12);
    assertThat(job.payloadClassification()).isEqualTo("safe_metadata");
    assertThat(job.idempotencyKey()).isEqualTo("order-42");
    assertThat(job.enqueuedBy()).isEqualTo("sql:" + login);
    assertThat(job.parentJob()).isEqualTo(parent.subjectEuid());
    assertThat(job.causationEvent()).isEqualTo(parent.actionEuid());
    assertThat(job.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(evidence.parents(subject, "job_parent")).containsExactly(parent.subjectEuid());
    assertThat(evidence.parents(subject, "job_caused")).containsExactly(parent.actionEuid());
  }

  private static Enqueue job(JsonNode job) {
    return new Enqueue(
        RequestMeta.key(InspectedTenant.key()),
        Enqueue.TASK,
        null,
        null,
        Json.tree(Map.of("job", job)),
        QUEUE,
        null,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void the_guide_tells_how_a_tenants_key_becomes_its_roles() throws Exception {
    var guide = Files.readString(Path.of("..", "docs", "guide", "sql.md"));
    int from = guide.indexOf("select t.object_key as tenant");
    var query = guide.substring(from, guide.indexOf(";", from));
    var reader = new Tenants(test.owner()).readerRole(lab.tenantId());
    var roles = new ArrayList<String>();
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(query)) {
      while (rows.next()) {
        roles.add(rows.getString("reader"));
        assertThat(rows.getString("producer"))
            .isEqualTo(rows.getString("reader").replace("reader", "producer"));
      }
    }
    assertThat(roles).contains(reader);
  }

  @Test
  void the_guides_queries_tell_a_tenants_reader_the_story_of_its_work() throws Exception {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claimAndStart(worker, QUEUE));
    InspectedTenant.in(test).queue(QUEUE).enqueue(QUEUE);
    var guide = Files.readString(Path.of("..", "docs", "guide", "sql.md"));
    var told = new ArrayList<List<String>>();
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set role " + new Tenants(test.owner()).readerRole(lab.tenantId()));
      var part = guide.substring(guide.indexOf("## Reading evidence"));
      for (var block : part.split("```sql\n")) {
        if (block.startsWith("select")) {
          var query =
              block
                  .substring(0, block.indexOf(";"))
                  .replace("S-1", subject)
                  .replace("'ada'", "'" + lab.operator.principal() + "'");
          var rows = new ArrayList<String>();
          try (var found = statement.executeQuery(query)) {
            while (found.next()) {
              rows.add(found.getString(2) + " " + found.getString(3));
            }
          }
          told.add(rows);
        }
      }
    }
    assertThat(told).hasSize(3);
    assertThat(told.get(0))
        .extracting(row -> row.split(" ")[0])
        .containsExactly("enqueue_subject", "claim_queue_item", "complete_queue_execution");
    assertThat(told.get(1)).singleElement().asString().endsWith(" SUCCEEDED");
    assertThat(told.get(2)).contains("enqueue_subject " + subject);
  }

  @Test
  void the_views_say_what_the_projections_say_and_a_tenants_reader_sees_its_own_only()
      throws SQLException {
    lab.enqueue(QUEUE);
    lab.enqueue(QUEUE);
    lab.enqueue(QUEUE);
    asOperator(job(Json.object().put("executor", "DOT")));
    asOperator(job(Json.object().put("executor", "Agent").put("bulky", "x".repeat(2_000))));
    var claims = lab.claim(worker, QUEUE, 3, false).claims();
    lab.start(worker, claims.get(0));
    lab.complete(worker, claims.get(1));
    lab.fail(worker, claims.get(2), io.tapline.engine.model.ErrorClass.PERMANENT_INPUT);
    InspectedTenant.in(test).queue(QUEUE).enqueue(QUEUE);
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set role " + new Tenants(test.owner()).readerRole(lab.tenantId()));
      var seen = new ArrayList<String>();
      try (var rows = statement.executeQuery("select * from tapline.v_job")) {
        while (rows.next()) {
          seen.add(rows.getString("status"));
          var job = lab.engine().reads().substrate().one(lab.tenantId(), rows.getString("job_id"));
          assertThat(job.status()).isEqualTo(rows.getString("status"));
          assertThat(job.kind()).isEqualTo(rows.getString("job_kind"));
          assertThat(job.lastError()).isEqualTo(rows.getString("last_error"));
          assertThat(job.executor()).isEqualTo(rows.getString("executor"));
          var until = rows.getObject("leased_until", OffsetDateTime.class);
          assertThat(job.leasedUntil()).isEqualTo(until == null ? null : until.toInstant());
        }
      }
      assertThat(seen)
          .containsExactlyInAnyOrder(
              "queued", "queued", "queued", "in_progress", "succeeded", "dead_letter");
      try (var health = statement.executeQuery("select tapline.fn_job_queue_health()::text")) {
        health.next();
        var told = Json.parse(health.getString(1));
        assertThat(told.path("backlog").asInt()).isEqualTo(3);
        assertThat(told.path("in_progress").asInt()).isEqualTo(1);
        assertThat(told.path("dead_letter_open").asInt()).isEqualTo(1);
        assertThat(told.path("lease_active").asInt()).isEqualTo(1);
      }
    }
  }
}

package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.PayloadPolicy;
import io.tapline.api.Role;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;

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

  /** The outcome: replayed or not, or the code and field of the refusal. */
  private static String outcomeOf(ItemOutcome outcome) {
    return outcome.refused()
        ? STATES.get(outcome.refusal().code().name()) + " " + outcome.refusal().field()
        : "replayed " + outcome.answer().replayed();
  }

  private static String outcomeOf(Connection app, SqlEnqueueCase c) throws SQLException {
    try {
      return "replayed " + Json.parse(SqlEnqueueCase.enqueue(app, c)).path("replayed").asBoolean();
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
    var cases = SqlEnqueueCase.cases(new Random(6), 1_000);
    var caller = new Caller(twin.tenantId(), "sql:" + login, Set.of(Role.OPERATOR));
    var byEngine = new ArrayList<String>();
    // One by one: within one batch, a key that was refused before still counts as used.
    for (var c : cases) {
      byEngine.add(outcomeOf(lab.engine().executeAll(caller, List.of(c.command())).get(0)));
    }
    var bySql = new ArrayList<String>();
    try (var app = app()) {
      for (var c : cases) {
        bySql.add(outcomeOf(app, c));
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
        left join tapline.subject_document s on s.tenant_id = i.tenant_id and s.uid = i.subject_uid
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

  @Test
  void a_number_counts_with_all_its_digits_by_both_doors() throws SQLException {
    try (var app = app()) {
      for (int times : new int[] {800, 900}) {
        var numbers = "{\"x\":[" + "1e308,".repeat(times) + "1]}";
        var c =
            SqlEnqueueCaseBuilder.builder(SqlEnqueueCase.task("digits" + times))
                .properties(numbers)
                .build();
        var expected = times == 800 ? "replayed false" : "TL005 properties";
        assertThat(outcomeOf(app, c)).isEqualTo(expected);
        var other = SqlEnqueueCaseBuilder.builder(c).key("engine" + times).build();
        assertThat(
                outcomeOf(lab.engine().executeAll(lab.operator, List.of(other.command())).get(0)))
            .isEqualTo(expected);
      }
    }
  }

  @Test
  void the_work_exists_if_and_only_if_the_caller_commits() throws SQLException {
    try (var app = app()) {
      app.setAutoCommit(false);
      SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("gone"));
      app.rollback();
      SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("kept"));
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
    var made =
        lab.engine().execute(lab.operator, SqlEnqueueCase.task("same").command()).subjectEuid();
    try (var app = app()) {
      var again = Json.parse(SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("same")));
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("subject_euid").asString()).isEqualTo(made);
    }
  }

  @Test
  void a_request_of_a_retired_queue_is_a_replay_in_its_successor() throws SQLException {
    var made =
        lab.engine().execute(lab.operator, SqlEnqueueCase.task("same").command()).subjectEuid();
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null));
    lab.queue(QUEUE, InspectedTenant.fields(60, 3).toBuilder().defaultActionKey("spin").build());
    try (var app = app()) {
      var again = Json.parse(SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("same")));
      assertThat(again.path("replayed").asBoolean()).isTrue();
      assertThat(again.path("subject_euid").asString()).isEqualTo(made);
      var fresh = Json.parse(SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("other")));
      assertThat(fresh.path("replayed").asBoolean()).isFalse();
      assertThat(lab.envelope(fresh.path("subject_euid").asString()).nextActionKey())
          .isEqualTo("spin");
    }
  }

  @Test
  void words_in_the_place_of_a_correlation_id_are_refused() throws SQLException {
    try (var app = app()) {
      var words =
          SqlEnqueueCaseBuilder.builder(SqlEnqueueCase.task("words"))
              .correlation("Jane Doe 1970-01-01")
              .build();
      var refused =
          catchThrowableOfType(PSQLException.class, () -> SqlEnqueueCase.enqueue(app, words));
      assertThat(refused.getMessage()).contains("correlation_id: is not an identifier");
    }
  }

  @Test
  void a_twin_waits_for_the_first_and_hears_its_answer() throws Exception {
    try (var first = app();
        var second = app()) {
      first.setAutoCommit(false);
      var made = Json.parse(SqlEnqueueCase.enqueue(first, SqlEnqueueCase.task("twins")));
      var waiting =
          new FutureTask<>(
              () -> Json.parse(SqlEnqueueCase.enqueue(second, SqlEnqueueCase.task("twins"))));
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
      SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("one"));
      long before = locks(statement);
      for (int i = 0; i < 50; i++) {
        SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("many-" + i));
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
  void a_role_that_is_no_producer_is_refused_whatever_is_set() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("create role stranger_" + lab.tenantId());
      statement.execute("grant usage on schema tapline to stranger_" + lab.tenantId());
      statement.execute("grant execute on function tapline.enqueue to stranger_" + lab.tenantId());
      statement.execute("set session authorization stranger_" + lab.tenantId());
      statement.execute("set tapline.tenant_id = '" + lab.tenantId() + "'");
      var refused =
          catchThrowableOfType(
              PSQLException.class,
              () -> SqlEnqueueCase.enqueue(admin, SqlEnqueueCase.task("mine")));
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
              "delete from tapline.fact_row",
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
      var refused =
          catchThrowableOfType(
              PSQLException.class, () -> SqlEnqueueCase.enqueue(app, SqlEnqueueCase.task("late")));
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
    var parent = lab.engine().execute(lab.operator, SqlEnqueueCase.task("parent").command());
    var event = parent.actionEuid() + ".0";
    var properties =
        "{\"pages\":12,\"job\":{\"domain\":\"staging\",\"executor\":\"DOT\",\"source_system\":\"lims\"}}";
    var made =
        SqlEnqueueCaseBuilder.builder()
            .queue("kind")
            .key("order-42")
            .properties(properties)
            .template(Enqueue.TASK)
            .correlation("corr")
            .trace("4bf92f3577b34da6a3ce929d0e0e4736")
            .parent(parent.subjectEuid())
            .cause(event)
            .build();
    String subject;
    try (var app = app()) {
      subject = Json.parse(SqlEnqueueCase.enqueue(app, made)).path("subject_euid").asString();
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
}

package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.EventType;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.read.evidence.EventFilter;
import io.tapline.engine.read.evidence.EventFilterBuilder;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.PulsePartitions;
import io.tapline.tapdb.SqlFile;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeCursor;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Events by type, correlation and time: all of them, none twice, and by an index. */
class EventReadsTest extends InspectedTenantTest {

  private static final int PAGE = 50;
  private static final long BYTES = 1_000_000;

  private static EventFilter of(EventType type) {
    return EventFilterBuilder.builder().type(type).build();
  }

  private static EventFilter between(EventType type, Instant from, Instant to) {
    return new EventFilter(null, type, null, from, to);
  }

  /** All that there is, in pages of two; ends where the feed goes on. */
  private List<EventView> all(EventFilter filter) {
    var events = new ArrayList<EventView>();
    var page = lab.events().inTimeOrder(lab.tenantId(), filter, null, 2);
    events.addAll(page.items());
    for (TimeCursor at; (at = TimeCursor.parse(page.nextCursor())) != null; ) {
      page = lab.events().inTimeOrder(lab.tenantId(), filter, at, 2);
      events.addAll(page.items());
    }
    assertThat(FeedCursor.parse(page.nextCursor())).isNotNull();
    assertThat(events).extracting(EventView::id).doesNotHaveDuplicates();
    return events;
  }

  private List<String> jobs(EventFilter filter) {
    return all(filter).stream().map(EventView::jobId).toList();
  }

  private String correlated(String correlation) {
    return asOperator(
            AlteredRecord.with(
                Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
                "meta",
                new RequestMeta(InspectedTenant.key(), correlation, null)))
        .subjectEuid();
  }

  private Instant now() {
    return evidence.now();
  }

  @Test
  void events_of_a_type_are_found_whichever_of_an_actions_events_they_are() {
    lab.enqueue(QUEUE, 3);
    var begun = lab.claim(worker, QUEUE, 2, true).claims();
    lab.complete(worker, begun.get(0));
    var late = lab.claimOne(worker, QUEUE);
    lab.complete(worker, late);
    assertThat(all(of(EventType.JOB_CLAIMED))).hasSize(3);
    assertThat(jobs(of(EventType.JOB_STARTED)))
        .as("told by the claim itself, and by the completion of what was never begun")
        .containsExactly(
            begun.get(0).subjectEuid(), begun.get(1).subjectEuid(), late.subjectEuid());
    assertThat(jobs(of(EventType.JOB_SUCCEEDED)))
        .containsExactly(begun.get(0).subjectEuid(), late.subjectEuid());
    assertThat(all(of(EventType.JOB_HELD))).isEmpty();
  }

  @Test
  void who_goes_on_after_the_last_page_hears_what_comes_and_nothing_twice() {
    lab.cancel(lab.enqueue(QUEUE), false);
    var page = lab.events().inTimeOrder(lab.tenantId(), of(EventType.JOB_CANCELLED), null, PAGE);
    assertThat(page.items()).hasSize(1);
    var later = lab.enqueue(QUEUE);
    lab.cancel(later, false);
    var next =
        lab.events()
            .page(
                lab.tenantId(),
                FeedCursor.parse(page.nextCursor()),
                of(EventType.JOB_CANCELLED),
                PAGE);
    assertThat(next.items()).extracting(EventView::jobId).containsExactly(later);
  }

  @Test
  void events_are_found_by_correlation_whatever_they_are_about() {
    var first = correlated("order-1");
    var second = correlated("order-1");
    correlated("order-2");
    lab.cancel(first, false);
    var filter = new EventFilter(null, null, "order-1", null, null);
    assertThat(jobs(filter)).containsExactly(first, second, first);
    assertThat(all(filter)).extracting(EventView::correlationId).containsOnly("order-1");
    assertThat(jobs(new EventFilter(null, EventType.JOB_CANCELLED, "order-1", null, null)))
        .containsExactly(first);
    assertThat(all(new EventFilter(null, null, "order-3", null, null))).isEmpty();
  }

  @Test
  void events_are_found_by_when_they_happened() {
    advance(60);
    var before = now();
    advance(60);
    var first = lab.enqueue(QUEUE);
    advance(60);
    var between = now();
    advance(60);
    var second = lab.enqueue(QUEUE);
    lab.cancel(second, false);
    advance(60);
    var after = now();
    assertThat(jobs(between(null, before, after))).containsExactly(first, second, second);
    assertThat(jobs(between(null, before, between))).containsExactly(first);
    assertThat(jobs(between(EventType.JOB_ENQUEUED, between, null))).containsExactly(second);
    assertThat(jobs(between(EventType.JOB_ENQUEUED, before, null))).containsExactly(first, second);
    assertThat(all(between(null, after, null))).isEmpty();
    var exactly = all(between(EventType.JOB_CANCELLED, before, after)).get(0).ts();
    assertThat(all(between(EventType.JOB_CANCELLED, exactly, after))).hasSize(1);
    assertThat(all(between(EventType.JOB_CANCELLED, before, exactly))).isEmpty();
  }

  @Test
  void no_page_is_read_to_be_thrown_away() throws SQLException {
    enqueue(1_000);
    var middle = now();
    advance(60);
    lab.cancel(correlated("order-7"), false);
    enqueue(1_000);
    assertFlat(plan("feed/events_of_type", "job_enqueued", middle), PAGE);
    assertFlat(plan("feed/events_of_type", "job_enqueued", Instant.EPOCH), PAGE);
    assertFlat(plan("feed/events_of_type", "job_cancelled", Instant.EPOCH), 1);
    assertFlat(plan("feed/events_correlated", "job_cancelled", Instant.EPOCH), 2);
    var job = correlated("order-8");
    lab.cancel(job, false);
    assertFlat(planOf(job), 2);
    // A page of each type at most.
    assertFlat(plan("feed/events_between", "job_enqueued", middle), PAGE * 4);
  }

  @Test
  void beats_and_renewals_are_kept_for_seven_days() throws SQLException {
    var today = LocalDate.now(ZoneOffset.UTC);
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      for (int ago : List.of(9, 6)) {
        statement.execute(
            "create table tapline.%s partition of tapline.instance_pulse for values from ('%s 00:00+00') to ('%s 00:00+00')"
                .formatted(
                    pulses(today.minusDays(ago)), today.minusDays(ago), today.minusDays(ago - 1)));
        statement.execute(
            "alter table tapline."
                + pulses(today.minusDays(ago))
                + " owner to "
                + Database.OWNER_ROLE);
      }
    }
    EngineUpkeep.partitions(new PulsePartitions(test.owner()));
    assertThat(partitions(pulses(today.minusDays(9)))).isZero();
    assertThat(partitions(pulses(today.minusDays(6)))).isOne();
  }

  private static String pulses(LocalDate day) {
    return "instance_pulse_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
  }

  private static long partitions(String name) throws SQLException {
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery("select count(*) from pg_class where relname = '" + name + "'")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private void enqueue(int count) {
    var commands = new ArrayList<Enqueue>();
    for (int i = 0; i < count; i++) {
      commands.add(Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()));
    }
    lab.engine().executeAll(lab.admin, commands);
  }

  /**
   * @param entries the number of entries that are read, each with its subject and the templates of
   *     both, from which its identifiers follow, and with its build
   */
  private static void assertFlat(JsonNode plan, int entries) {
    assertThat(PreparedSql.scans(plan)).isNotEmpty().allMatch(scan -> scan.startsWith("Index"));
    assertThat(PreparedSql.rowsRead(plan))
        .as(plan.toPrettyString())
        .isLessThanOrEqualTo(5 * entries);
  }

  /** The plan of a read by job, among thousands of others. */
  private JsonNode planOf(String job) throws SQLException {
    var uid = EuidMint.uidOf(job).orElseThrow();
    var text = NamedSql.load(Feed.class, "feed/feed_of").text();
    for (var value : List.of(BYTES, lab.tenantId(), uid, uid, 0L, 0L, (long) PAGE)) {
      text = text.replaceFirst("[?]", value.toString());
    }
    try (var connection = test.serving().getConnection();
        var enter =
            connection.prepareStatement(SqlFile.load(TapDb.class, "transaction/enter_tenant"));
        var query = connection.createStatement()) {
      connection.setAutoCommit(false);
      enter.setString(1, Long.toString(lab.tenantId()));
      enter.setString(2, "auto");
      enter.execute();
      try (var rows = query.executeQuery("explain (analyze, buffers, format json) " + text)) {
        rows.next();
        return Json.parse(rows.getString(1)).get(0).get("Plan");
      } finally {
        connection.rollback();
      }
    }
  }

  private JsonNode plan(String statement, String type, Instant from) throws SQLException {
    var types =
        Arrays.stream(EventType.values()).map(EventType::wire).collect(Collectors.joining(","));
    var parameters =
        new HashMap<>(
            Map.of(
                "from", "'" + from + "'::timestamptz",
                "after_uid", "'0'::bigint",
                "to", "'9999-01-01T00:00:00Z'::timestamptz",
                "end_key", "'" + Long.MAX_VALUE + "'::bigint",
                "end_uid", "'" + Long.MAX_VALUE + "'::bigint",
                "limit", "'" + PAGE + "'::integer",
                "bytes", "'" + BYTES + "'::bigint",
                "type", "'" + type + "'::text",
                "correlation", "'order-7'::text",
                "types", "'{" + types + "}'::text[]"));
    try (var connection = test.serving().getConnection()) {
      return new PreparedSql(connection, lab.tenantId(), Feed.class, statement, parameters)
          .explain();
    }
  }
}

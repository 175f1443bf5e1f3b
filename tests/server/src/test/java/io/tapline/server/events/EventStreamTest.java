package io.tapline.server.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.testing.Await;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.server.Server;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Events as they come: nothing skipped, nothing twice, and on from where a reader was cut. */
@Timeout(120)
@TaplineServer
class EventStreamTest {

  private static final int READERS = 5;

  private static TestTapline tapline;
  private static TenantApi lab;

  private String queue;
  private String worker;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @BeforeEach
  void fresh() {
    queue = lab.queue();
    worker = lab.worker();
    // Else the end of the feed would be before what other tests did.
    tapline.awaitFeed("acme");
  }

  private static EventReader reader(String query) throws Exception {
    return new EventReader(lab.operator, query);
  }

  private static EventReader resume(String id, String query) throws Exception {
    return new EventReader(lab.operator.with("Last-Event-ID", id), query);
  }

  private static EventStreams streams() {
    return tapline.server().bean(EventStreams.class);
  }

  /** So many events after a place, by pages. */
  private static List<String> pages(String after, String filter, int count) {
    var names = new ArrayList<String>();
    for (var cursor = after; names.size() < count; ) {
      var page = lab.operator.get("events?limit=100" + filter + "&after=" + cursor).ok();
      page.path("items")
          .forEach(e -> names.add(e.path("type").asString() + " " + e.path("id").asString()));
      cursor = page.path("next_cursor").asString();
    }
    return names;
  }

  private static List<String> names(List<EventReader.Received> events) {
    return events.stream().map(EventReader.Received::name).toList();
  }

  private void live(int subjects) {
    for (int i = 0; i < subjects; i++) {
      lab.enqueue(queue);
      var claim = lab.claimOne(worker, queue);
      lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    }
  }

  /** The current position of the feed, so that a test reads its own events only. */
  private static String now() {
    tapline.awaitFeed("acme");
    return lab.operator.get("events?limit=1&after=end").ok().path("next_cursor").asString();
  }

  @Test
  void what_was_and_what_comes_in_the_order_of_the_feed() throws Exception {
    var from = now();
    live(5);
    try (var reader = reader("?after=" + from)) {
      assertThat(reader.response().headers().firstValue("Content-Type").orElse(""))
          .startsWith("text/event-stream");
      assertThat(reader.response().headers().allValues("Cache-Control"))
          .containsExactly("no-store");
      // Enqueued, claimed, and completed without a start of its own, which is two events.
      var before = reader.next(20);
      live(5);
      var after = reader.next(20);
      var seen = new ArrayList<>(names(before));
      seen.addAll(names(after));
      assertThat(seen).isEqualTo(pages(from, "", 40)).doesNotHaveDuplicates();
    }
  }

  @Test
  void a_reader_that_is_cut_anywhere_reads_on_exactly_there() throws Exception {
    var from = now();
    live(3);
    var whole = pages(from, "", 12);
    var seen = new ArrayList<String>();
    var id = from;
    while (seen.size() < whole.size()) {
      // One event each time, so that cuts fall between the events of one action too.
      try (var reader = resume(id, "")) {
        seen.add(reader.next().name());
        id = reader.lastId();
      }
    }
    assertThat(seen).isEqualTo(whole);
  }

  @Test
  void the_header_goes_before_the_parameter() throws Exception {
    var old = now();
    live(1);
    var from = now();
    var subject = lab.enqueue(queue);
    try (var reader = resume(from, "?after=" + old)) {
      assertThat(reader.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  @Test
  void only_one_subject_or_one_type() throws Exception {
    var from = now();
    live(2);
    var subject = lab.enqueue(queue);
    live(1);
    try (var ofSubject = reader("?subject_euid=" + subject);
        var ofType = reader("?type=job_succeeded&after=" + from)) {
      assertThat(ofSubject.next().event()).isEqualTo("job_enqueued");
      assertThat(names(ofType.next(3))).isEqualTo(pages(from, "&type=job_succeeded", 3));
      var claim = lab.claimOne(worker, queue);
      lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
      assertThat(ofSubject.next(3).stream().map(EventReader.Received::event))
          .containsExactly("job_claimed", "job_started", "job_succeeded");
      assertThat(ofType.next().event()).isEqualTo("job_succeeded");
    }
  }

  @Test
  void many_readers_at_many_places_all_get_everything_after_it() throws Exception {
    var places = new ArrayList<String>();
    var readers = new ArrayList<EventReader>();
    for (int i = 0; i < READERS; i++) {
      places.add(now());
      live(1);
      readers.add(reader("?after=" + places.get(i)));
    }
    live(4);
    for (int i = 0; i < READERS; i++) {
      var expected = pages(places.get(i), "", 4 * (READERS - i + 4));
      try (var reader = readers.get(i)) {
        assertThat(names(reader.next(expected.size()))).isEqualTo(expected);
      }
    }
  }

  @Test
  void the_past_is_read_in_pages_and_joined_without_a_seam() throws Exception {
    var from = now();
    for (int i = 0; i < 3; i++) {
      var items = new ArrayList<Map<String, Object>>();
      for (int k = 0; k < 300; k++) {
        items.add(TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
      }
      lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
    }
    try (var reader = reader("?after=" + from)) {
      var first = reader.next(1);
      lab.claim(worker, queue, 100);
      var rest = reader.next(999);
      assertThat(names(rest)).isEqualTo(pages(first.get(0).id(), "", 999));
    }
  }

  @Test
  void large_actions_end_a_page_early_and_the_stream_goes_on() throws Exception {
    var from = now();
    var held = lab.enqueue(queue);
    // More than two pages: a reader that has caught up reads one more before it joins the others.
    int holds = 2 * (int) (AnswerBytes.MOST / 250_000) + 10;
    var metadata = Map.of("fill", "x".repeat(250_000));
    for (int i = 0; i < holds; i++) {
      var hold =
          TenantApi.body(
              "subject_euid", held, "hold_code", "QC", "reason", "look", "metadata", metadata);
      lab.operator.post("actions/hold", hold).ok();
    }
    tapline.awaitFeed("acme");
    try (var reader = reader("?after=" + from)) {
      var seen = new ArrayList<>(reader.next(1));
      var last = lab.enqueue(queue);
      while (!seen.get(seen.size() - 1).data().path("job_id").asString().equals(last)) {
        seen.addAll(reader.next(1));
      }
      assertThat(names(seen)).isEqualTo(pages(from, "", holds + 2));
    }
  }

  @Test
  void another_tenant_hears_nothing() throws Exception {
    var other = new TenantApi(tapline, "other");
    try (var reader = new EventReader(other.operator, "?type=job_enqueued")) {
      lab.enqueue(queue);
      var subject = other.enqueue(other.queue());
      assertThat(reader.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  @Test
  void what_is_done_at_another_server_is_heard_here() throws Exception {
    var from = now();
    try (var other = Server.start(TestTapline.settings(tapline.scratch()));
        var reader =
            new EventReader(new HttpApi(other.address(), "acme-operator"), "?after=" + from)) {
      var subject = lab.enqueue(queue);
      assertThat(reader.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  @Test
  void bad_places_and_filters_are_refused_by_name() {
    assertThat(lab.operator.get("events/stream?after=nowhere").field()).isEqualTo("after");
    assertThat(lab.operator.get("events/stream?after=" + now() + ".0").field()).isEqualTo("after");
    assertThat(lab.operator.with("Last-Event-ID", "x").get("events/stream").field())
        .isEqualTo("Last-Event-ID");
    assertThat(lab.operator.get("events/stream?type=job_lost").field()).isEqualTo("type");
    assertThat(lab.operator.get("events/stream?subject_euid=Z-XX-1").problem())
        .isEqualTo("NOT_FOUND");
    assertThat(lab.operator.send("HEAD", "events/stream", null).status()).isEqualTo(200);
  }

  @Test
  void a_reader_that_has_gone_is_forgotten() throws Exception {
    awaitReaders(0);
    var reader = reader("?after=" + now());
    awaitReaders(1);
    reader.close();
    awaitReaders(0);
  }

  @Test
  void a_reader_that_does_not_read_is_cut() throws Exception {
    awaitReaders(0);
    var from = now();
    try (var socket = new Socket()) {
      socket.setReceiveBufferSize(1024);
      socket.connect(
          new java.net.InetSocketAddress(tapline.address().getHost(), tapline.address().getPort()));
      request(socket, from);
      awaitReaders(1);
      // More than the connection and the buffer hold.
      for (int i = 0; i < 40; i++) {
        var items = new ArrayList<Map<String, Object>>();
        for (int k = 0; k < 1_000; k++) {
          items.add(TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
        }
        lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
        if (streams().size() == 0) {
          return;
        }
      }
      awaitReaders(0);
    }
  }

  private static void request(Socket socket, String after) throws IOException {
    socket
        .getOutputStream()
        .write(
            ("GET /api/v1/execution/events/stream?after="
                    + after
                    + " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer acme-operator\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
  }

  private static void awaitReaders(int count) {
    Await.until(count + " readers", () -> streams().size() == count);
  }

  @Test
  void a_server_that_stops_ends_its_streams() throws Exception {
    var other = Server.start(TestTapline.settings(tapline.scratch()));
    try (var reader =
        new EventReader(new HttpApi(other.address(), "acme-operator"), "?after=" + now())) {
      var subject = lab.enqueue(queue);
      assertThat(reader.next().data().path("job_id").asString()).isEqualTo(subject);
      var closing = BackgroundTask.run(other::close);
      while (reader.next() != null) {
        // Reads the events before the end.
      }
      closing.get(60, TimeUnit.SECONDS);
    }
  }

  @Test
  void a_stream_ends_when_the_token_that_opened_it_is_revoked() throws Exception {
    var made =
        lab.admin
            .post(
                "/api/v1/tokens",
                TenantApi.body(
                    "name",
                    TenantApi.unique("reader"),
                    "roles",
                    List.of("operator"),
                    "reason",
                    "test"))
            .ok();
    try (var theirs = new EventReader(tapline.as(made.path("token").asString()), "?after=end");
        var others = reader("?after=end")) {
      var subject = lab.enqueue(queue);
      assertThat(theirs.next().data().path("job_id").asString()).isEqualTo(subject);
      lab.admin
          .post(
              "/api/v1/tokens/" + made.path("token_euid").asString() + "/revoke",
              TenantApi.body("reason", "lost"))
          .ok();
      assertThat(theirs.next()).isNull();
      assertThat(others.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  @Test
  void a_silent_stream_shows_that_it_is_there_by_a_comment() throws Exception {
    awaitReaders(0);
    try (var reader = reader("?after=end")) {
      awaitReaders(1);
      streams().heartbeat();
      assertThat(reader.comment()).isEqualTo(": heartbeat");
      var subject = lab.enqueue(queue);
      assertThat(reader.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  /** Someone at a browser: the cookie of a session. */
  private static HttpApi loggedIn() {
    var reply = tapline.as(null).post("/login", Map.of("token", "acme-operator"));
    return tapline.as(null).with("Cookie", reply.header("Set-Cookie").split(";")[0]);
  }

  @Test
  void a_stream_ends_when_the_session_that_opened_it_is_revoked() throws Exception {
    var browser = loggedIn();
    var sessions = browser.get("/api/v1/sessions").ok().path("items");
    var current = sessions.get(sessions.size() - 1);
    assertThat(current.path("current").asBoolean()).isTrue();
    try (var theirs = new EventReader(browser, "?after=end");
        var others = reader("?after=end")) {
      var subject = lab.enqueue(queue);
      assertThat(theirs.next().data().path("job_id").asString()).isEqualTo(subject);
      lab.admin
          .post(
              "/api/v1/sessions/" + current.path("session_euid").asString() + "/revoke",
              TenantApi.body("reason", "left open"))
          .ok();
      assertThat(theirs.next()).isNull();
      assertThat(others.next().data().path("job_id").asString()).isEqualTo(subject);
    }
  }

  @Test
  void a_stream_ends_by_its_next_heartbeat_when_its_session_has_expired() throws Exception {
    try (var theirs = new EventReader(loggedIn(), "?after=end")) {
      var subject = lab.enqueue(queue);
      assertThat(theirs.next().data().path("job_id").asString()).isEqualTo(subject);
      tapline.advance(Duration.ofHours(13));
      streams().heartbeat();
      assertThat(theirs.next()).isNull();
    }
  }

  @Test
  void a_principal_has_so_many_streams_and_the_others_still_have_room() throws Exception {
    awaitReaders(0);
    var readers = new ArrayList<EventReader>();
    try {
      var seats = tapline.server().bean(ServerShares.class).of(LimitedResource.EVENT_STREAMS);
      int most = (int) seats.mostOfMember();
      for (int i = 0; i < most; i++) {
        readers.add(reader("?after=end"));
      }
      awaitReaders(most);
      var refused = lab.operator.get("events/stream?after=end");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.problem()).isEqualTo("TOO_MANY_READERS");
      readers.add(new EventReader(tapline.as("other-operator"), "?after=end"));
      awaitReaders(most + 1);
      readers.remove(0).close();
      awaitReaders(most);
      readers.add(reader("?after=end"));
    } finally {
      for (var reader : readers) {
        reader.close();
      }
    }
    awaitReaders(0);
  }
}

package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Lab;
import io.tapline.server.testing.Reply;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every endpoint, with tokens that are no longer any good, and with those of another tenant. */
class StrangersTest {

  private static final List<String> ROLES =
      List.of("worker_service", "worker_human", "operator", "admin");

  /** These name nothing that is there already, so who sends them makes something of its own. */
  private static final Set<String> MAKING =
      Set.of(
          "/api/v1/testing/clock",
          "/api/v1/tokens",
          "/api/v1/webhooks",
          "/api/v1/sessions/revoke-all",
          "/api/v1/jobs/kinds",
          "/api/v1/jobs/switch",
          "/api/v1/execution/actions/create-queue",
          "/api/v1/execution/actions/register-worker",
          "/api/v1/execution/actions/prepare",
          "/api/v1/execution/actions/register-material",
          "/api/v1/execution/actions/register-container",
          "/api/v1/execution/actions/register-resource",
          "/api/v1/external/atlas/beta/materials",
          "/api/v1/external/atlas/beta/tubes");

  private static TestTapline tapline;
  private static Lab lab;

  @BeforeAll
  static void start() {
    tapline = TestTapline.start();
    lab = new Lab(tapline, "acme");
  }

  @AfterAll
  static void stop() {
    tapline.close();
  }

  private static List<Endpoint> endpoints() {
    return tapline.server().bean(EndpointTable.class).endpoints();
  }

  private static Reply knock(HttpApi who, Endpoint endpoint) {
    var path = endpoint.path().replaceAll("\\{[^}]*}", "unknown");
    var body = endpoint.body() == null ? null : "{}".getBytes(StandardCharsets.UTF_8);
    return who.send(endpoint.method().name(), path, body);
  }

  @Test
  void a_revoked_token_opens_nothing() {
    var made = make(Map.of());
    assertThat(tapline.as(made.get("token")).get("queues").status()).isEqualTo(200);
    lab.admin
        .post("/api/v1/tokens/" + made.get("euid") + "/revoke", Lab.body("reason", "lost"))
        .ok();
    opensNothing(made.get("token"));
  }

  @Test
  void an_expired_token_opens_nothing() {
    var made = make(Map.of("expires_at", now().plus(Duration.ofHours(1)).toString()));
    tapline.advance(Duration.ofHours(2));
    opensNothing(made.get("token"));
  }

  private static Instant now() {
    var clock = Map.of("advance_seconds", 0);
    return Instant.parse(
        lab.admin.post("/api/v1/testing/clock", clock).ok().path("now").asString());
  }

  private static Map<String, String> make(Map<String, Object> more) {
    var body = Lab.body("name", Lab.unique("token"), "roles", ROLES, "reason", "a test");
    body.putAll(more);
    var made = lab.admin.post("/api/v1/tokens", body).ok();
    return Map.of(
        "token", made.path("token").asString(), "euid", made.path("token_euid").asString());
  }

  private static void opensNothing(String token) {
    var wrong = new ArrayList<String>();
    for (var endpoint : endpoints()) {
      var reply = knock(tapline.as(token), endpoint);
      if (!endpoint.access().open()
          && !(reply.status() == 401 && reply.problem().equals("UNAUTHENTICATED"))) {
        wrong.add(endpoint + ": " + reply.status() + " " + reply.text());
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void what_names_objects_of_one_tenant_does_nothing_in_the_hands_of_another() throws SQLException {
    var requests = new ArrayList<GoodRequests.Good>();
    for (var endpoint : endpoints()) {
      // Those that ask nobody for a token have a proof of their own, or none to give.
      if (endpoint.body() != null
          && !endpoint.access().open()
          && !MAKING.contains(endpoint.path())) {
        requests.add(new GoodRequests(lab).at(endpoint.path()));
      }
    }
    var before = rows();
    var wrong = new ArrayList<String>();
    for (var request : requests) {
      var token = request.token().replace("acme", "other");
      var reply = send(tapline.as(token), request);
      if (reply.status() != 404) {
        wrong.add(request.target() + ": " + reply.status() + " " + reply.text());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows()).isEqualTo(before);
    for (var request : requests) {
      assertThat(send(tapline.as(request.token()), request).status())
          .as(request.toString())
          .isBetween(200, 299);
    }
  }

  private static Reply send(HttpApi who, GoodRequests.Good request) {
    var body = Json.print(request.body()).getBytes(StandardCharsets.UTF_8);
    return who.send(request.method(), request.target(), body);
  }

  @Test
  void what_is_read_by_its_name_is_not_there_for_another_tenant() {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    lab.claimOne(worker, queue);
    for (var path :
        List.of(
            "queues/" + queue,
            "queues/" + queue + "/items",
            "subjects/" + subject,
            "subjects/" + subject + "/history",
            "workers/" + worker,
            "leases?queue_key=" + queue,
            "events?subject_euid=" + subject)) {
      for (var role : List.of("admin", "operator", "service", "human")) {
        assertThat(tapline.as("acme-" + role).get(path).status()).as(path).isEqualTo(200);
        assertThat(tapline.as("other-" + role).get(path).problem()).as(path).isEqualTo("NOT_FOUND");
      }
    }
    for (var list : List.of("queues", "workers", "leases", "holds", "dead-letter", "events")) {
      assertThat(tapline.as("other-admin").get(list).text()).doesNotContain(queue, subject, worker);
    }
  }

  /** Everything of the tenant that was there first. */
  private static String rows() throws SQLException {
    try (var connection = tapline.scratch().connect();
        var statement =
            connection.prepareStatement(
                "select count(*) || md5(string_agg(t::text, '' order by t.uid))"
                    + " from tapline.generic_instance t where tenant_id = ?")) {
      statement.setLong(1, tapline.tenantId("acme"));
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }
}

package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Role;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointTable;
import io.tapline.server.security.SessionBrowser;
import io.tapline.server.security.StaticToken;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.GrpcCalls;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.RolePage;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TenantObjects;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;

/**
 * Every endpoint of the table and every gRPC method, with every role and with none, by token and by
 * session, in one's own tenant and in another. What is expected stands in the page of roles, and
 * what has no row there fails.
 */
class RoleMatrixTest {

  /** As long as it takes, however busy the machine is. */
  private static final int LEASE_SECONDS = 900;

  /** A caller of these by a session has to log in again. */
  private static final Set<String> ENDS_SESSIONS = Set.of("/logout", "/api/v1/sessions/revoke-all");

  /** Somebody; without a role when it is null. */
  private record Person(String tenant, Role role, boolean session) {

    String token() {
      return tenant + "-" + (role == null ? "nothing" : WORDS.get(role));
    }

    @Override
    public String toString() {
      return token() + (session ? " by session" : " by token");
    }
  }

  private static final Map<Role, String> WORDS =
      Map.of(
          Role.ADMIN, "admin",
          Role.OPERATOR, "operator",
          Role.WORKER_SERVICE, "service",
          Role.WORKER_HUMAN, "human");

  private static final Map<Person, HttpApi> KNOWN = new HashMap<>();

  private static TestTapline tapline;
  private static RolePage page;
  private static TenantApi lab;

  @BeforeAll
  static void start() {
    var tokens = new ArrayList<>(StaticToken.parse(TestTapline.TOKENS));
    for (var tenant : List.of("acme", "other")) {
      tokens.add(new StaticToken(null, tenant + "-nothing", tenant, Set.of()));
    }
    tapline = TestTapline.startWithGrpcFor(tokens);
    page = RolePage.read();
    lab = new TenantApi(tapline, "acme", LEASE_SECONDS);
  }

  @AfterAll
  static void stop() {
    KNOWN.clear();
    tapline.close();
  }

  private static List<Endpoint> endpoints() {
    return tapline.endpoints();
  }

  private static List<Person> people(String tenant) {
    var people = new ArrayList<Person>();
    for (var role : Role.values()) {
      people.add(new Person(tenant, role, false));
      people.add(new Person(tenant, role, true));
    }
    people.add(new Person(tenant, null, false));
    return people;
  }

  private static HttpApi as(Person who) {
    return KNOWN.computeIfAbsent(
        who,
        person ->
            person.session()
                ? SessionBrowser.login(tapline.address(), person.token()).page()
                : tapline.as(person.token()));
  }

  private static HttpReply call(HttpApi who, Endpoint endpoint) {
    var path = endpoint.path().replaceAll("\\{[^}]*}", "unknown");
    var body = endpoint.body() == null ? null : "{}".getBytes(StandardCharsets.UTF_8);
    return who.send(endpoint.method().name(), path, body);
  }

  @Test
  void whatever_can_be_called_has_its_row_in_the_page_of_roles() {
    var lines = new TreeSet<String>();
    for (var endpoint : endpoints()) {
      if (!page.names().contains(endpoint.toString())) {
        var guess =
            endpoint.access().open()
                ? RolePage.Foreign.OPEN
                : endpoint.path().contains("{") || endpoint.body() != null
                    ? RolePage.Foreign.NOT_FOUND
                    : RolePage.Foreign.OWN;
        lines.add(RolePage.line(endpoint.toString(), endpoint.access().roles(), guess));
      }
    }
    assertThat(lines).as("rows to be added to " + RolePage.FILE).isEmpty();
    var there = endpoints().stream().map(Endpoint::toString).collect(Collectors.toSet());
    there.addAll(GrpcCalls.names());
    assertThat(page.names()).containsAll(there);
  }

  @Test
  void only_the_roles_of_the_table_get_past_the_door() {
    var wrong = new ArrayList<String>();
    for (var endpoint : endpoints()) {
      var row = page.of(endpoint.toString());
      for (var who : people("acme")) {
        var reply = call(as(who), endpoint);
        boolean open = row.foreign() == RolePage.Foreign.OPEN;
        boolean allowed = open || who.role() != null && row.roles().contains(who.role());
        boolean refused = reply.status() == 403;
        if (refused == allowed || reply.status() == 401 || reply.status() >= 500) {
          wrong.add(endpoint + " as " + who + ": " + reply.status());
        }
        if (ENDS_SESSIONS.contains(endpoint.path())) {
          KNOWN.clear();
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void nobody_without_a_token_gets_anywhere_but_where_it_is_open() {
    var wrong = new ArrayList<String>();
    for (var endpoint : endpoints()) {
      for (var token : new String[] {null, "acme-nobody", ""}) {
        var reply = call(tapline.as(token), endpoint);
        boolean refused = reply.status() == 401;
        if (refused == endpoint.access().open()) {
          wrong.add(endpoint + " with " + token + ": " + reply.status());
        }
        if (refused && !"Bearer".equals(reply.header("WWW-Authenticate"))) {
          wrong.add(endpoint + " does not say how to come in");
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void only_health_the_way_in_and_how_pages_look_are_open() {
    assertThat(
            tapline.server().bean(EndpointTable.class).endpoints().stream()
                .filter(e -> e.access().open())
                .map(Endpoint::path))
        .containsExactlyInAnyOrder(
            "/health",
            "/health/ready",
            "/login",
            "/login",
            // The style of all pages, including error pages.
            "/docs/style.css",
            "/docs/docs.js",
            // The viewer of the reference, without any data.
            "/docs/redoc.js",
            // Signed instead of authenticated.
            "/api/v1/external/callbacks/{queue_key}");
  }

  /** A request about objects of a tenant. */
  private record About(Endpoint endpoint, String token, String target, Map<String, Object> body) {

    HttpReply from(HttpApi who) {
      return who.send(
          endpoint.method().name(),
          target,
          body == null ? null : Json.print(body).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static List<About> requests(TenantObjects objects) {
    var requests = new ArrayList<About>();
    for (var endpoint : endpoints()) {
      var foreign = page.of(endpoint.toString()).foreign();
      if (foreign == RolePage.Foreign.NOT_FOUND && endpoint.body() != null) {
        var good = new GoodRequests(lab).at(endpoint.path());
        requests.add(new About(endpoint, good.token(), good.target(), good.body()));
      } else if (foreign == RolePage.Foreign.NOT_FOUND
          || foreign == RolePage.Foreign.OWN && endpoint.method() == HttpMethod.GET) {
        requests.add(new About(endpoint, "acme-admin", objects.target(endpoint), null));
      }
    }
    return requests;
  }

  @Test
  void what_belongs_to_one_tenant_is_not_there_for_another() throws SQLException {
    var objects = new TenantObjects(lab);
    var requests = requests(objects);
    var wrong = new ArrayList<String>();
    var before = rows();
    for (var request : requests) {
      var row = page.of(request.endpoint().toString());
      for (var who : people("other")) {
        var reply = request.from(as(who));
        boolean allowed = who.role() != null && row.roles().contains(who.role());
        int expected = !allowed ? 403 : row.foreign() == RolePage.Foreign.NOT_FOUND ? 404 : 200;
        if (reply.status() != expected
            || reply.status() == 200 && objects.told(reply.text()) != null) {
          wrong.add(request.target() + " as " + who + ": " + reply.status() + " " + reply.text());
        }
      }
      for (var filtered : objects.filtered(request.endpoint())) {
        var reply = as(new Person("other", Role.ADMIN, true)).get(filtered);
        if (reply.status() == 200 ? objects.told(reply.text()) != null : reply.status() != 404) {
          wrong.add(filtered + ": " + reply.status() + " " + reply.text());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows()).as("what the tenant has").isEqualTo(before);
    // It was the tenant that counted, and not a mistake in what was asked for.
    for (var request : requests) {
      if (request.body() != null || request.endpoint().method() == HttpMethod.GET) {
        var reply = request.from(tapline.as(request.token()));
        assertThat(reply.status()).as(request + reply.text()).isBetween(200, 299);
      }
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

  @Test
  void streams_of_events_never_carry_those_of_another_tenant() throws Exception {
    var theirs = new TenantApi(tapline, "other");
    var queue = theirs.queue();
    var room = TenantApi.unique("shared");
    var paths = new ArrayList<>(List.of("/api/v1/execution/events/stream"));
    if (tapline.serves("/v1/joblib/")) {
      paths.add("/v1/joblib/rooms/" + room + "/events");
    }
    for (var path : paths) {
      for (var session : List.of(false, true)) {
        var reader = as(new Person("other", Role.ADMIN, session));
        var stream = reader.stream(path, HttpResponse.BodyHandlers.ofInputStream());
        try (var lines =
            new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
          var hidden = path.contains("joblib") ? task(lab, room) : lab.enqueue(lab.queue());
          var seen = path.contains("joblib") ? task(theirs, room) : theirs.enqueue(queue);
          var text = new StringBuilder();
          while (!text.toString().contains(seen)) {
            var line = lines.readLine();
            assertThat(line).as("the stream goes on").isNotNull();
            text.append(line).append('\n');
          }
          assertThat(text.toString()).as(path).doesNotContain(hidden);
        }
      }
    }
  }

  /** The id of a task in a room of that name, which each tenant may have. */
  private static String task(TenantApi whose, String room) {
    var name = TenantApi.unique("Job");
    var job = Json.print(Map.of("category", "analysis", "name", name));
    whose.service.send(
        "PUT", "/v1/joblib/rooms/" + room + "/jobs", job.getBytes(StandardCharsets.UTF_8));
    return whose
        .service
        .post("/v1/joblib/rooms/" + room + "/tasks/" + room + ":analysis:" + name, Map.of())
        .json()
        .path("id")
        .asString();
  }

  @Test
  void every_method_of_grpc_is_for_the_roles_of_the_page_and_for_its_own_tenant() throws Exception {
    var objects = new TenantObjects(lab);
    var before = rows();
    var wrong = new ArrayList<String>();
    for (var name : GrpcCalls.names()) {
      var row = page.of(name);
      for (var who : people("other")) {
        if (!who.session()) {
          try (var calls = new GrpcCalls(tapline.server().grpcPort(), who.token())) {
            var code = calls.code(name, objects);
            boolean allowed = who.role() != null && row.roles().contains(who.role());
            var foreign = row.foreign() == RolePage.Foreign.NOT_FOUND ? "NOT_FOUND" : "";
            if (!code.equals(allowed ? foreign : "FORBIDDEN")) {
              wrong.add(name + " as " + who + ": " + code);
            }
          }
        }
      }
      for (var token : new String[] {null, "acme-nobody"}) {
        try (var calls = new GrpcCalls(tapline.server().grpcPort(), token)) {
          if (!calls.code(name, objects).equals("UNAUTHENTICATED")) {
            wrong.add(name + " with " + token);
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(rows()).as("what the tenant has").isEqualTo(before);
  }
}

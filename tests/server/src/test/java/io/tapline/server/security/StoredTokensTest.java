package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.Server;
import io.tapline.server.base.Ticker;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.RandomSecret;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Stored API tokens over HTTP: made, used, listed, revoked. */
@TaplineServer
class StoredTokensTest {

  private static final String TOKENS = "/api/v1/tokens";
  private static final String ME = "/api/v1/me";

  private static TestTapline tapline;
  private static HttpApi admin;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    admin = tapline.as("acme-admin");
  }

  private static Map<String, Object> wanted(String name, Object... more) {
    var body =
        TenantApi.body("name", name, "roles", List.of("operator"), "reason", "a robot needs it");
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    return body;
  }

  private static JsonNode make(String name, Object... more) {
    return admin.post(TOKENS, wanted(name, more)).ok();
  }

  private static HttpReply revoke(HttpApi who, JsonNode made) {
    return who.post(
        TOKENS + "/" + made.path("token_euid").asString() + "/revoke",
        TenantApi.body("reason", "it was lost"));
  }

  private static HttpApi with(JsonNode made) {
    return tapline.as(made.path("token").asString());
  }

  @Test
  void a_token_works_with_its_roles_and_no_others_in_its_own_tenant() {
    var robot = with(make("robot"));
    var me = robot.get(ME).ok();
    assertThat(me.path("principal").asString()).isEqualTo("token:robot");
    assertThat(me.path("tenant").asString()).isEqualTo("acme");
    assertThat(me.path("roles").toString()).isEqualTo("[\"operator\"]");
    assertThat(robot.get(TOKENS).problem()).isEqualTo("FORBIDDEN");
    var queue = new TenantApi(tapline, "other").queue();
    assertThat(robot.get("queues/" + queue).problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void its_text_is_shown_once_and_kept_nowhere() {
    var body = wanted("once");
    var made = admin.post(TOKENS, body).ok();
    var text = made.path("token").asString();
    assertThat(text).startsWith("tapline.acme.").contains(made.path("token_euid").asString());
    var again = admin.post(TOKENS, body).ok();
    assertThat(again.path("replayed").asBoolean()).isTrue();
    assertThat(again.path("token_euid")).isEqualTo(made.path("token_euid"));
    assertThat(again.has("token")).isFalse();
    var secret = text.substring(text.lastIndexOf('.') + 1);
    assertThat(admin.get(TOKENS + "?limit=500").text())
        .contains(made.path("token_euid").asString())
        .doesNotContain(secret)
        .doesNotContain("sha256");
    assertThat(DatabaseDump.read(tapline)).contains("token:once").doesNotContain(secret);
  }

  @Test
  void a_revoked_token_is_refused_at_once_where_it_was_revoked() {
    var made = make("lost");
    with(made).get(ME).ok();
    var revoked = revoke(admin, made).ok();
    assertThat(revoked.path("status").asString()).isEqualTo("REVOKED");
    assertThat(revoked.path("end_reason").asString()).isEqualTo("it was lost");
    assertThat(with(made).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(revoke(admin, made).problem()).isEqualTo("STATE_CONFLICT");
    assertThat(admin.get(TOKENS + "?limit=500&status=ACTIVE").text())
        .doesNotContain(made.path("token_euid").asString());
  }

  @Test
  void and_at_every_other_server_within_the_time_that_it_says() {
    try (var second = Server.start(TestTapline.settings(tapline.scratch()))) {
      var made = make("everywhere");
      var there = new HttpApi(second.address(), made.path("token").asString());
      there.get(ME).ok();
      revoke(admin, made).ok();
      // In figures, as it is promised: the constant would follow whatever it is changed to.
      second.bean(Ticker.class).advance(Duration.ofSeconds(2));
      assertThat(there.get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    }
  }

  @Test
  void a_token_ends_at_its_time() {
    var now = Instant.parse(make("clock").path("created_at").asString());
    var made = make("brief", "expires_at", now.plusSeconds(3600).toString());
    with(made).get(ME).ok();
    tapline.advance(Duration.ofHours(2));
    tapline.server().bean(Ticker.class).advance(StoredCredentials.BELIEVED);
    assertThat(with(made).get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    var late = admin.post(TOKENS, wanted("late", "expires_at", now.toString()));
    assertThat(late.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(late.field()).isEqualTo("expires_at");
  }

  @Test
  void bad_wishes_are_refused_by_name() {
    for (var wrong :
        List.of(
            Map.of("name", "with space"),
            Map.of("roles", List.of()),
            Map.of("roles", List.of("king")),
            Map.of("expires_at", "tomorrow"),
            Map.of("reason", " "),
            Map.of("colour", "red"))) {
      var body = wanted("good");
      body.putAll(wrong);
      var reply = admin.post(TOKENS, body);
      assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
      assertThat(reply.field()).isEqualTo(wrong.keySet().iterator().next());
    }
  }

  @Test
  void one_tenant_neither_sees_nor_revokes_anothers() {
    var made = make("ours");
    var theirs = tapline.as("other-admin");
    assertThat(theirs.get(TOKENS + "?limit=500").text())
        .doesNotContain(made.path("token_euid").asString());
    assertThat(revoke(theirs, made).problem()).isEqualTo("NOT_FOUND");
    with(made).get(ME).ok();
  }

  /** All three get one text, which does not reveal existing tenants or tokens. */
  @Test
  void an_unknown_tenant_an_unknown_token_and_a_wrong_secret_are_told_the_same() {
    var text = make("guessed").path("token").asString();
    var secret = text.substring(text.lastIndexOf('.') + 1);
    var other = RandomSecret.draw();
    var answers =
        List.of(
            text.replace(secret, other),
            text.replace("tapline.acme.", "tapline.other."),
            text.replace("tapline.acme.", "tapline.nobody."),
            "tapline.acme.Z-KT-10." + other,
            "tapline.nobody.Z-KT-10." + other,
            "acme-nobody");
    assertThat(answers.stream().map(guess -> tapline.as(guess).get(ME).text()).distinct())
        .hasSize(1);
    tapline.as(text).get(ME).ok();
  }

  @Test
  void a_new_token_of_the_same_name_takes_over_its_workers() {
    var lab = new TenantApi(tapline, "acme");
    var queue = lab.queue();
    lab.enqueue(queue);
    var first = make("fleet", "roles", List.of("worker_service"));
    var worker =
        with(first)
            .post(
                "actions/register-worker",
                TenantApi.body("worker_key", TenantApi.unique("w"), "worker_type", "SERVICE"))
            .ok()
            .path("worker_euid")
            .asString();
    var second = make("fleet", "roles", List.of("worker_service"));
    revoke(admin, first).ok();
    var claim = TenantApi.body("worker_euid", worker, "queue_key", queue);
    assertThat(with(second).post("actions/claim", claim).ok().path("claims")).hasSize(1);
    // Another's token is of no use there, whatever its roles.
    assertThat(lab.service.post("actions/claim", claim).problem()).isEqualTo("FORBIDDEN");
  }
}

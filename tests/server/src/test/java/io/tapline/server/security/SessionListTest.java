package io.tapline.server.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which sessions a person sees, and which they may end. */
@TaplineServer
class SessionListTest {

  private static final String ME = "/api/v1/me";
  private static final String SESSIONS = "/api/v1/sessions";

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  private static SessionBrowser login(String token) {
    return SessionBrowser.login(tapline.address(), token);
  }

  private static List<String> listed(HttpApi who, String query) {
    var euids = new ArrayList<String>();
    who.get(SESSIONS + query).ok().path("items").forEach(s -> euids.add(euid(s)));
    return euids;
  }

  private static String euid(JsonNode session) {
    return session.path("session_euid").asString();
  }

  private static String current(SessionBrowser browser) {
    for (var session : browser.bare().get(SESSIONS).ok().path("items")) {
      if (session.path("current").asBoolean()) {
        return euid(session);
      }
    }
    throw new AssertionError("no session is the current one");
  }

  @Test
  void people_see_their_own_sessions_and_administrators_all() {
    var mine = login("acme-human");
    var other = login("acme-operator");
    var own = current(mine);
    assertThat(listed(mine.bare(), "")).contains(own).doesNotContain(current(other));
    assertThat(listed(tapline.as("acme-admin"), "?limit=500")).contains(own, current(other));
    var principal = mine.bare().get(ME).ok().path("principal").asString();
    assertThat(listed(tapline.as("acme-admin"), "?principal=" + principal))
        .contains(own)
        .doesNotContain(current(other));
    assertThat(other.bare().get(SESSIONS + "?principal=" + principal).problem())
        .isEqualTo("FORBIDDEN");
    assertThat(listed(tapline.as("other-admin"), "?limit=500")).doesNotContain(own);
    assertThat(tapline.as("acme-admin").get(SESSIONS + "?limit=500").ok().toString())
        .doesNotContain("sha256");
  }

  @Test
  void a_session_is_ended_by_its_person_or_an_administrator_and_nobody_else() {
    var laptop = login("acme-operator");
    var bench = login("acme-operator");
    var revoke = SESSIONS + "/" + current(laptop) + "/revoke";
    var stranger = login("acme-human").page();
    assertThat(stranger.post(revoke, TenantApi.body("reason", "mischief")).problem())
        .isEqualTo("NOT_FOUND");
    assertThat(tapline.as("other-admin").post(revoke, TenantApi.body("reason", "x")).problem())
        .isEqualTo("NOT_FOUND");
    var body =
        TenantApi.body("reason", "left at the bench", "idempotency_key", TenantApi.unique("k"));
    var reply = bench.page().post(revoke, body);
    assertThat(reply.ok().path("status").asString()).isEqualTo("REVOKED");
    assertThat(reply.header("Set-Cookie")).as("another's cookie is not touched").isNull();
    assertThat(laptop.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(bench.page().post(revoke, body).ok().path("replayed").asBoolean()).isTrue();
    assertThat(bench.page().post(revoke, TenantApi.body("reason", "again")).problem())
        .isEqualTo("STATE_CONFLICT");
    var byAdmin = SESSIONS + "/" + current(bench) + "/revoke";
    assertThat(tapline.as("acme-admin").post(byAdmin, TenantApi.body("principal", "x")).field())
        .isEqualTo("principal");
    tapline.as("acme-admin").post(byAdmin, TenantApi.body("reason", "has left us")).ok();
    assertThat(bench.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void who_signs_out_everywhere_is_out_everywhere() {
    var here = login("acme-human");
    var there = login("acme-human");
    var someone = login("acme-operator");
    var all = SESSIONS + "/revoke-all";
    var principal = here.bare().get(ME).ok().path("principal").asString();
    assertThat(
            someone
                .page()
                .post(all, TenantApi.body("principal", principal, "reason", "mischief"))
                .problem())
        .isEqualTo("FORBIDDEN");
    var reply = here.page().post(all, TenantApi.body("reason", "lost my phone"));
    assertThat(reply.ok().path("ended").asInt()).isGreaterThanOrEqualTo(2);
    assertThat(reply.header("Set-Cookie")).startsWith("tapline_session=;").contains("Max-Age=0");
    assertThat(here.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    assertThat(there.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
    someone.bare().get(ME).ok();
    var again = login("acme-human");
    tapline
        .as("acme-admin")
        .post(all, TenantApi.body("principal", principal, "reason", "has left us"))
        .ok();
    assertThat(again.bare().get(ME).problem()).isEqualTo("UNAUTHENTICATED");
  }
}

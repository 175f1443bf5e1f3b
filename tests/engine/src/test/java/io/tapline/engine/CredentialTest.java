package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.RenewSession;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RevokeToken;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.CredentialStatus;
import io.tapline.engine.model.CredentialView;
import io.tapline.engine.model.SessionView;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Stored tokens and sessions: made, ended and looked up, with evidence of each. */
class CredentialTest extends InspectedTenantTest {

  private static final String HASH = Json.sha256("a secret of high entropy");

  private ActionAnswer token(String name, Instant expiresAt) {
    return lab.engine()
        .execute(
            lab.admin,
            new CreateToken(
                RequestMeta.key(InspectedTenant.key()),
                name,
                List.of(Role.OPERATOR),
                expiresAt,
                "robot",
                HASH));
  }

  private static String tokenEuid(ActionAnswer answer) {
    return answer.document().path("token_euid").asString();
  }

  private String session(Caller caller, String tokenEuid, Instant notAfter) {
    return lab.engine()
        .execute(
            caller,
            new OpenSession(
                RequestMeta.key(InspectedTenant.key()),
                tokenEuid,
                3600L,
                600L,
                notAfter,
                "login",
                null,
                HASH))
        .document()
        .path("session_euid")
        .asString();
  }

  private ActionAnswer revoke(String tokenEuid) {
    return lab.engine()
        .execute(
            lab.admin,
            new RevokeToken(RequestMeta.key(InspectedTenant.key()), tokenEuid, "it was lost"));
  }

  private CredentialRows.PresentedCredential presented(String euid) {
    return lab.engine().reads().credentials().presented(lab.tenantId(), euid);
  }

  private boolean live(String euid) {
    var found = presented(euid);
    return found.credential().note().liveAt(found.now());
  }

  @Test
  void a_token_is_kept_with_its_hash_and_shown_without() {
    var answer = token("robot", null);
    var found = presented(tokenEuid(answer));
    assertThat(found.session()).isFalse();
    assertThat(found.credential().note().secretSha256()).isEqualTo(HASH);
    assertThat(found.credential().note().principal()).isEqualTo("token:robot");
    assertThat(found.credential().note().roles()).containsExactly(Role.OPERATOR);
    var listed = lab.engine().reads().credentials().tokens(lab.tenantId(), null, 500, null).items();
    assertThat(listed).extracting(CredentialView::tokenEuid).contains(tokenEuid(answer));
    assertThat(Json.print(listed)).doesNotContain(HASH);
    assertThat(Json.print(answer)).doesNotContain(HASH);
    assertThat(
            lab.count(
                "instance_action where tenant_id = ? and json_addl::text like '%' || ? || '%'",
                lab.tenantId(), HASH.substring(7)))
        .isZero();
  }

  @Test
  void making_and_ending_are_actions_with_a_reason_linked_to_what_they_are_about() {
    var euid = tokenEuid(token("robot", null));
    revoke(euid);
    assertThat(
            lab.count(
                "generic_instance_lineage k join tapline.instance_action a on"
                    + " a.tenant_id = k.tenant_id and a.uid = k.parent_uid"
                    + " where k.tenant_id = ? and k.relationship = 'executed_on'"
                    + " and k.child_uid = ? and a.action_key in ('create_token', 'revoke_token')"
                    + " and a.json_addl #>> '{properties,reason}' in ('robot', 'it was lost')"
                    + " and a.actor_uid is not null",
                lab.tenantId(),
                presented(euid).credential().uid()))
        .isEqualTo(2);
  }

  @Test
  void a_revoked_token_is_worth_nothing_and_is_not_revoked_twice() {
    var euid = tokenEuid(token("robot", null));
    assertThat(live(euid)).isTrue();
    revoke(euid);
    assertThat(live(euid)).isFalse();
    refused(Code.STATE_CONFLICT, () -> revoke(euid));
    assertThat(
            lab.engine()
                .reads()
                .credentials()
                .tokens(lab.tenantId(), CredentialStatus.ACTIVE, 500, null)
                .items())
        .extracting(CredentialView::tokenEuid)
        .doesNotContain(euid);
  }

  @Test
  void a_token_ends_at_its_time_and_cannot_be_made_to_have_ended() {
    var now = presented(tokenEuid(token("clock", null))).now();
    var euid = tokenEuid(token("robot", now.plusSeconds(60)));
    assertThat(live(euid)).isTrue();
    advance(61);
    assertThat(live(euid)).isFalse();
    refused(Code.VALIDATION_FAILED, "expires_at", () -> token("robot", now));
  }

  @Test
  void only_what_is_a_token_is_found_as_one() {
    assertThat(presented(worker)).isNull();
    assertThat(presented("no euid at all")).isNull();
    assertThat(lab.engine().reads().credentials().presented(Long.MAX_VALUE, worker)).isNull();
    var session = session(lab.operator, null, null);
    assertThat(presented(session).session()).isTrue();
    refused(Code.NOT_FOUND, "token_euid", () -> revoke(session));
    refused(Code.NOT_FOUND, "token_euid", () -> revoke(worker));
    // A known uid under another prefix is an unknown EUID.
    assertThat(presented(session.replace("-SN-", "-KT-"))).isNull();
  }

  @Test
  void a_session_has_the_rights_of_who_opens_it_and_ends_when_idle_or_old() {
    var euid = session(lab.operator, null, null);
    var note = presented(euid).credential().note();
    assertThat(note.principal()).isEqualTo(lab.operator.principal());
    assertThat(note.roles()).containsExactlyElementsOf(lab.operator.roles());
    advance(500);
    lab.engine()
        .execute(lab.operator, new RenewSession(RequestMeta.key(InspectedTenant.key()), euid));
    advance(500);
    assertThat(live(euid)).isTrue();
    advance(101);
    assertThat(live(euid)).isFalse();
    refused(
        Code.STATE_CONFLICT,
        () ->
            lab.engine()
                .execute(
                    lab.operator, new RenewSession(RequestMeta.key(InspectedTenant.key()), euid)));
  }

  @Test
  void a_session_ends_in_the_end_however_much_it_is_used() {
    var euid = session(lab.operator, null, null);
    for (int i = 0; i < 7; i++) {
      advance(500);
      lab.engine()
          .execute(lab.operator, new RenewSession(RequestMeta.key(InspectedTenant.key()), euid));
    }
    advance(101);
    assertThat(live(euid)).isFalse();
  }

  @Test
  void a_session_does_not_outlive_its_proof() {
    var now = presented(tokenEuid(token("clock", null))).now();
    var brief = session(lab.operator, null, now.plusSeconds(60));
    advance(61);
    assertThat(live(brief)).isFalse();
    var token = tokenEuid(token("robot", null));
    var robot = new Caller(lab.tenantId(), "token:robot", Set.of(Role.OPERATOR));
    var opened = session(robot, token, null);
    assertThat(presented(opened).token().euid()).isEqualTo(token);
    revoke(token);
    var found = presented(opened);
    assertThat(found.token().note().liveAt(found.now())).isFalse();
    refused(Code.STATE_CONFLICT, () -> session(robot, token, null));
  }

  @Test
  void nobody_ends_or_renews_anothers_session_but_an_administrator() {
    var euid = session(lab.operator, null, null);
    var close = CloseSession.one(RequestMeta.key(InspectedTenant.key()), euid, "mischief");
    refused(Code.NOT_FOUND, () -> lab.engine().execute(lab.service, close));
    refused(
        Code.NOT_FOUND,
        () ->
            lab.engine()
                .execute(
                    lab.service, new RenewSession(RequestMeta.key(InspectedTenant.key()), euid)));
    assertThat(live(euid)).isTrue();
    lab.engine().execute(lab.admin, close);
    assertThat(live(euid)).isFalse();
  }

  private List<String> open(String principal) {
    return lab
        .engine()
        .reads()
        .credentials()
        .sessions(lab.tenantId(), principal, 50, null)
        .items()
        .stream()
        .map(SessionView::sessionEuid)
        .toList();
  }

  @Test
  void open_sessions_are_listed_and_put_away_when_they_have_ended_by_themselves() {
    var idle = session(lab.operator, null, null);
    advance(400);
    var fresh = session(lab.operator, null, null);
    var others = session(lab.service, null, null);
    assertThat(open(null)).containsExactly(idle, fresh, others);
    assertThat(open(lab.operator.principal())).containsExactly(idle, fresh);
    advance(201);
    assertThat(open(null)).containsExactly(fresh, others);
    assertThat(presented(idle).credential().note().status()).isEqualTo(CredentialStatus.ACTIVE);
    lab.engine().sweep(lab.tenantId());
    lab.engine().sweep(lab.tenantId());
    assertThat(presented(idle).credential().note().status()).isEqualTo(CredentialStatus.EXPIRED);
    assertThat(presented(fresh).credential().note().status()).isEqualTo(CredentialStatus.ACTIVE);
    assertThat(
            lab.count(
                "instance_action where tenant_id = ? and action_key = 'close_session'",
                lab.tenantId()))
        .isEqualTo(1);
  }

  @Test
  void open_sessions_come_a_page_at_a_time() {
    var all = List.of(session(lab.operator, null, null), session(lab.operator, null, null));
    var reads = lab.engine().reads().credentials();
    var first = reads.sessions(lab.tenantId(), null, 1, null);
    var second = reads.sessions(lab.tenantId(), null, 1, first.nextCursor());
    assertThat(first.items()).extracting(SessionView::sessionEuid).containsExactly(all.get(0));
    assertThat(second.items()).extracting(SessionView::sessionEuid).containsExactly(all.get(1));
    assertThat(second.nextCursor()).isNull();
  }

  @Test
  void someone_is_logged_out_everywhere_by_one_action_and_nobody_else_is() {
    var mine = List.of(session(lab.operator, null, null), session(lab.operator, null, null));
    var others = session(lab.service, null, null);
    var key = RequestMeta.key(InspectedTenant.key());
    var close = CloseSession.everyOneOf(key, lab.operator.principal(), "lost my laptop");
    refused(Code.FORBIDDEN, () -> lab.engine().execute(lab.service, close));
    var answer = lab.engine().execute(lab.operator, close);
    assertThat(answer.document().path("ended").asInt()).isEqualTo(2);
    assertThat(mine).noneMatch(this::live);
    assertThat(live(others)).isTrue();
    // A replay does not end sessions that were opened since.
    var later = session(lab.operator, null, null);
    var again = lab.engine().execute(lab.operator, close);
    assertThat(again.replayed()).isTrue();
    assertThat(again.document().path("ended").asInt()).isEqualTo(2);
    assertThat(live(later)).isTrue();
    var byAdmin =
        CloseSession.everyOneOf(
            RequestMeta.key(InspectedTenant.key()), lab.service.principal(), "left");
    lab.engine().execute(lab.admin, byAdmin);
    assertThat(live(others)).isFalse();
    refused(
        Code.VALIDATION_FAILED,
        "session_euid",
        () ->
            lab.engine()
                .execute(
                    lab.admin,
                    new CloseSession(RequestMeta.key(InspectedTenant.key()), null, null, "x")));
  }
}

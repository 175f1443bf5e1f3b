package io.tapline.server.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.api.Role;
import java.time.Instant;
import java.util.List;

/**
 * The identity of the caller.
 *
 * @param expiresAt latest end of the token or session
 * @param csrfToken value of X-CSRF-Token for changing calls with a cookie; only for a session
 * @param workerEuid the worker of a person on the screens, in every browser; absent before the
 *     first claim there
 * @param notice notice for all users of this tenant, for example that it is a demo
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Me(
    String principal,
    String tenant,
    List<Role> roles,
    Identity.Proof proof,
    Instant expiresAt,
    String csrfToken,
    String workerEuid,
    String notice) {

  static Me of(Identity identity, String workerEuid, TenantNotice notice) {
    return new Me(
        identity.caller().principal(),
        identity.tenantKey(),
        identity.caller().roles().stream().sorted().toList(),
        identity.proof(),
        identity.notAfter(),
        identity.csrf(),
        workerEuid,
        notice.of(identity));
  }
}

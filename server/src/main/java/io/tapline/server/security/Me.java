package io.tapline.server.security;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.Role;
import java.time.Instant;
import java.util.List;

/**
 * Who someone is here.
 *
 * @param expiresAt when the token or session ends at the latest
 * @param csrfToken what calls by cookie that change something send as X-CSRF-Token; only for a
 *     session
 * @param workerEuid the worker that a person is on the screens, at whatever browser; absent before
 *     their first claim there
 * @param notice what everyone who looks at this tenant is told, such as that it is a demo
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

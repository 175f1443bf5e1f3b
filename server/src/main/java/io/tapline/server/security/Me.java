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
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Me(
    String principal,
    String tenant,
    List<Role> roles,
    Identity.Proof proof,
    Instant expiresAt,
    String csrfToken) {

  static Me of(Identity identity) {
    return new Me(
        identity.caller().principal(),
        identity.tenantKey(),
        identity.caller().roles().stream().sorted().toList(),
        identity.proof(),
        identity.notAfter(),
        identity.csrf());
  }
}

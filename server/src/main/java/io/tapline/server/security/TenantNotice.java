package io.tapline.server.security;

/** A notice for all users of one tenant, for example that it is a demo. */
public record TenantNotice(String tenantKey, String text) {

  public static final TenantNotice NONE = new TenantNotice(null, null);

  /** Null without a notice. */
  String of(Identity identity) {
    return identity.tenantKey().equals(tenantKey) ? text : null;
  }
}

package io.tapline.server.security;

/** A notice for everyone who looks at one tenant, such as that it is a demo. */
public record TenantNotice(String tenantKey, String text) {

  public static final TenantNotice NONE = new TenantNotice(null, null);

  /** Null when there is nothing to tell. */
  String of(Identity identity) {
    return identity.tenantKey().equals(tenantKey) ? text : null;
  }
}

package io.tapline.server.security;

/** Something that everyone who looks at one tenant is told, such as that it is a demo. */
public record TenantNotice(String tenantKey, String text) {

  public static final TenantNotice NONE = new TenantNotice(null, null);

  /** Null when there is nothing to tell. */
  String of(Identity identity) {
    return identity.tenantKey().equals(tenantKey) ? text : null;
  }
}

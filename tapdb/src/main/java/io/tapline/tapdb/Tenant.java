package io.tapline.tapdb;

/** A tenant: an object of the system tenant. Its id is that object's uid. */
public record Tenant(long id, String euid, String key, String displayName, String status) {

  /** The tenant that tenants are objects of. */
  public static final long SYSTEM = 0;

  /** What its EUIDs begin with; every other tenant is given four letters of its own. */
  static final String SYSTEM_DOMAIN = "Z";
}

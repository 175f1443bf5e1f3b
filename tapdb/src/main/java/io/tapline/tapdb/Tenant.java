package io.tapline.tapdb;

/** A tenant: an object of the system tenant. Its id is the uid of that object. */
public record Tenant(long id, String euid, String key, String displayName, String status) {

  /** The tenant that contains the tenants as objects. */
  public static final long SYSTEM = 0;

  /** Its EUID domain; every other tenant has a domain of four letters. */
  static final String SYSTEM_DOMAIN = "Z";
}

package io.tapline.tapdb;

import java.util.Locale;

/** The partition of generic_instance that contains the instances of a template. */
public enum StorageClass {
  /** Jobs, rewritten at every step. */
  SUBJECT,
  LEASE,
  RECORD,
  /** Written once, never changed. */
  ACTION,
  /** Heartbeats and renewals: evidence with a retention time. */
  PULSE,
  /** Everything else: queues, workers, holds, principals, tenants. */
  REGISTRY;

  /** The value in packs and in the storage_class column. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The table for writes: the parent grants none, because that would include every partition. */
  public String table() {
    return "tapline.instance_" + code();
  }

  public static StorageClass of(String code) {
    for (var candidate : values()) {
      if (candidate.code().equals(code)) return candidate;
    }
    throw new IllegalArgumentException("'" + code + "' is not a storage class");
  }
}

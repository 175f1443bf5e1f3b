package io.tapline.tapdb;

import java.util.Locale;

/** The partition of generic_instance that a template's instances live in. */
public enum StorageClass {
  /** Work-bearing objects, rewritten at every step. */
  SUBJECT,
  LEASE,
  RECORD,
  /** Written once, never changed. */
  ACTION,
  /** Heartbeats and renewals: evidence with a retention time. */
  PULSE,
  /** Everything else: queues, workers, holds, principals, tenants. */
  REGISTRY;

  /** As it stands in packs and in the storage_class column. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The table to write to: the parent grants no writing, since that would reach every partition.
   */
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

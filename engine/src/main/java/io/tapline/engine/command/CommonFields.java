package io.tapline.engine.command;

import io.tapline.api.request.WireField;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Definitions of fields that several requests have. */
public final class CommonFields {

  private CommonFields() {}

  @WireField(required = true, length = Limits.KEY, about = "the job")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Subject {}

  /** The worker of the request; the flag {@code override} replaces it. */
  @WireField(
      required = true,
      requiredUnless = "override",
      length = Limits.KEY,
      about = "the worker that asks")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Worker {}

  /** The worker of a request that an administrator can also send. */
  @WireField(
      requiredUnless = "override",
      length = Limits.KEY,
      about = "the worker; required but to override")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface WorkerOrOverride {}

  @WireField(required = true, length = Limits.KEY, about = "the lease it holds")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Lease {}

  @WireField(required = true, length = Limits.TEXT, about = "why, for the evidence")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Reason {}

  @WireField(length = Limits.TEXT, about = "why, for the evidence")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface OptionalReason {}

  @WireField(about = "an administrator acts on what is another's; needs a reason")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface OverrideFlag {}

  @WireField(
      bytes = Limits.PAYLOAD_BYTES,
      object = true,
      about = "an object with anything else worth keeping with it")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Metadata {}

  /** The result of an attempt. */
  @WireField(bytes = Limits.PAYLOAD_BYTES, about = "kept in the record of this attempt")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface AttemptResult {}

  @WireField(length = Limits.KEY, about = "what the worker is to do, in its own words")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface NextAction {}

  @WireField(least = -Limits.PRIORITY, most = Limits.PRIORITY, about = "higher is sooner")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Priority {}

  @WireField(about = "not before this time; absent: now")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface ReadyAt {}

  @WireField(about = "earlier is sooner among equal priorities")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface DueAt {}

  @WireField(length = Limits.NAME, about = "where it runs")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Host {}

  @WireField(
      length = Limits.NAME,
      about = "one start of one process; another one ends the leases of the one before")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface ProcessIdentity {}

  @WireField(
      least = 1,
      most = Limits.LEASE_TTL_SECONDS,
      about = "how long the leases last; absent: as the queue has it")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface LeaseTtl {}

  @WireField(
      about =
          "when nobody waits for the answer any more: later, by the database's clock, nothing is"
              + " claimed")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface NotAfter {}
}

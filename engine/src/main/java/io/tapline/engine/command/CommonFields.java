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
      about = "the worker that sends the request")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Worker {}

  /** The worker of a request that an administrator can also send. */
  @WireField(
      requiredUnless = "override",
      length = Limits.KEY,
      about = "the worker; required without override")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface WorkerOrOverride {}

  @WireField(required = true, length = Limits.KEY, about = "the lease of the worker")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Lease {}

  @WireField(required = true, length = Limits.TEXT, about = "the reason, stored as evidence")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Reason {}

  @WireField(length = Limits.TEXT, about = "the reason, stored as evidence")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface OptionalReason {}

  @WireField(about = "an administrator acts in place of the holder; requires a reason")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface OverrideFlag {}

  @WireField(
      bytes = Limits.PAYLOAD_BYTES,
      object = true,
      about = "further data for the evidence, as an object")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Metadata {}

  /** The result of an attempt. */
  @WireField(bytes = Limits.PAYLOAD_BYTES, about = "stored in the record of the attempt")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface AttemptResult {}

  @WireField(
      length = Limits.KEY,
      about = "the action for the worker, as a code of the application")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface NextAction {}

  @WireField(
      least = -Limits.PRIORITY,
      most = Limits.PRIORITY,
      about = "jobs with a higher priority are claimed first")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Priority {}

  @WireField(about = "the earliest time of a claim; default: now")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface ReadyAt {}

  @WireField(about = "among equal priorities, jobs with an earlier due time are claimed first")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface DueAt {}

  @WireField(length = Limits.NAME, about = "the host of the worker")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Host {}

  @WireField(
      length = Limits.NAME,
      about =
          "identifies one start of the process; a new value ends the leases of the"
              + " previous process")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface ProcessIdentity {}

  @WireField(
      least = 1,
      most = Limits.LEASE_TTL_SECONDS,
      about = "the term of the leases; default: that of the queue")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface LeaseTtl {}

  @WireField(
      about =
          "the end of the caller's wait: after this time, by the clock of the database,"
              + " nothing is claimed")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface NotAfter {}
}

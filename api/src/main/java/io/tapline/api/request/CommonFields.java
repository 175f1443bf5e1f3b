package io.tapline.api.request;

import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

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

  @WireField(length = Limits.KEY, about = "the action for the worker, as a code of the application")
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

  @WireField(ifAbsent = 1, least = 1, most = Limits.CLAIM, about = "absent: 1")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface MaxItems {}

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

  @WireField(
      required = true,
      length = Limits.KEY,
      rule = QueueKeyRule.class,
      about = "letters, digits and _ . : @ / -")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface QueueKey {}

  @WireField(
      bytes = Limits.PAYLOAD_BYTES,
      rule = PropertiesRule.class,
      about = "the input of the job, as a JSON object")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Properties {}

  @WireField(length = Limits.NAME, about = "for people")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface SubjectName {}

  @WireField(about = "the place of execution")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface WorkScope {}

  @WireField(
      least = 1,
      most = Limits.ATTEMPTS,
      about =
          "the number of attempts before the job becomes a dead letter;"
              + " default: that of the queue")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface MaxAttempts {}

  @WireField(
      required = true,
      length = Limits.SECRET,
      documentedLength = Limits.SECRET_SENT,
      rule = SecretRule.class,
      about = "at least " + Limits.SECRET_LEAST + " random characters")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Secret {}

  @WireField(refusedBelowLeast = true, about = "refused if the queue has another revision")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface QueueRevision {}

  @WireField(refusedBelowLeast = true, about = "refused if the webhook has another revision")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface WebhookRevision {}

  @WireField(required = true, length = Limits.KEY, about = "the webhook")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Webhook {}

  @WireField(required = true, length = Limits.KEY, rule = QueueKeyRule.class, about = "the queue")
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.RECORD_COMPONENT)
  public @interface Destination {}

  private static final class QueueKeyRule implements FieldRule<String> {
    private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9@][A-Za-z0-9_.:@/-]*");

    @Override
    public void check(String field, String value, Faults faults) {
      faults.that(
          value == null || PATTERN.matcher(value).matches(),
          field,
          "must consist of letters, digits and _ . : @ / -");
    }
  }

  static final class PropertiesRule implements FieldRule<JsonNode> {
    @Override
    public void check(String field, JsonNode value, Faults faults) {
      faults
          .that(value == null || value.isObject(), field, "is not a JSON object")
          .that(
              value == null || !value.has("execution"),
              field + ".execution",
              "is reserved for the envelope; use another name");
    }
  }

  /** A secret is stored encrypted: the longest stored text limits the request. */
  static final class SecretRule implements FieldRule<String> {
    @Override
    public void check(String field, String value, Faults faults) {
      faults.that(
          value == null || value.length() >= Limits.SECRET_LEAST,
          field,
          "must have at least " + Limits.SECRET_LEAST + " random characters");
    }
  }
}

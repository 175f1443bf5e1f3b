package io.tapline.engine.action;

import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.WireField;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Fail;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.Release;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RequestValidation;
import io.tapline.engine.model.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * The claim in a report of endings, and the checks of such a claim. A refusal applies to the whole
 * request.
 */
public record ClaimNext(
    @WireField(length = Limits.KEY, about = "default: the queues that the worker can serve")
        String queueKey,
    @CommonFields.MaxItems int maxItems,
    @WireField(about = "starts the jobs in the same transaction") boolean start,
    @WireField(bytes = Limits.PAYLOAD_BYTES, about = "stored in the records") JsonNode payload,
    @CommonFields.LeaseTtl Integer leaseTtlSeconds,
    @CommonFields.NotAfter Instant notAfter,
    @WireField(
            length = Limits.KEY,
            about =
                "the idempotency key of the claim; default: the key of the ending followed"
                    + " by /next; required beside items")
        String idempotencyKey) {

  /** The field of a report that contains the claim for more jobs. */
  public static final String FIELD = "claim_next";

  /** Suffix that derives the key of the claim from the key of its ending. */
  private static final String NEXT = "/next";

  /**
   * The claim in a report.
   *
   * @param report the document of the report
   * @param workerEuid the reporting worker
   * @param ending the meta data of a single ending, whose key with {@link #NEXT} is the default key
   *     of the claim; null for several endings, where the claim needs a key
   * @return null without a claim
   */
  public static Claim read(JsonNode report, String workerEuid, RequestMeta ending, String traceId) {
    var next = RequestBinder.bindInside(ClaimNext.class, report, FIELD);
    if (next == null) {
      return null;
    }
    var key = next.idempotencyKey();
    if (key == null && ending != null && ending.idempotencyKey() != null) {
      key = ending.idempotencyKey() + NEXT;
    }
    return ClaimBuilder.builder()
        .meta(new RequestMeta(key, null, traceId))
        .workerEuid(workerEuid)
        .queueKey(next.queueKey())
        .maxItems(next.maxItems())
        .start(next.start())
        .payload(next.payload())
        .leaseTtlSeconds(next.leaseTtlSeconds())
        .notAfter(next.notAfter())
        .build();
  }

  /**
   * Null when one of the endings may request more jobs. A worker that only releases jobs would
   * claim the same jobs again.
   *
   * @param endings the endings of the whole request, including refused ones
   */
  public static Refusal refusal(List<? extends LeaseCommand> endings) {
    boolean asks =
        endings.stream().anyMatch(ending -> ending instanceof Complete || ending instanceof Fail);
    return asks
        ? null
        : Refusal.invalid(FIELD, "requires a completion or a failure in the same report");
  }

  /** Null when the endings may be reported with the claim. */
  public static Refusal refusal(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    for (var ending : endings) {
      if (!(ending instanceof Complete)
          && !(ending instanceof Fail)
          && !(ending instanceof Release)) {
        return Refusal.invalid(FIELD, "is allowed with completions, failures and releases only");
      }
      if (ending.override()) {
        return Refusal.invalid(
            FIELD,
            "is for the worker that reports; remove it from an override, and send a separate"
                + " claim");
      }
      if (!Objects.equals(ending.workerEuid(), next.workerEuid())) {
        return Refusal.invalid(
            FIELD,
            "is for the worker that reports, and the reports are of several workers; send"
                + " one request for each worker");
      }
    }
    if (next.subjectEuid() != null) {
      return Refusal.invalid(
          inside("subject_euid"), "is not allowed in a report; send a separate claim");
    }
    var refusal = ActionTable.refusal(caller, next);
    return inside(refusal != null ? refusal : RequestValidation.refusal(next));
  }

  /** The refusal of the claim, with the names that its fields have inside the report. */
  public static Refusal inside(Refusal refusal) {
    if (refusal == null || refusal.field() == null) {
      return refusal;
    }
    return new Refusal(refusal.code(), FIELD + "." + refusal.message(), inside(refusal.field()));
  }

  private static String inside(String field) {
    return FIELD + "." + field;
  }
}

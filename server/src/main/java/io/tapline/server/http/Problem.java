package io.tapline.server.http;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Problem details according to RFC 9457, with a stable code.
 *
 * @param field the invalid field of the request, or null
 * @param errors all invalid fields of a request that is not valid, the first one included;
 *     otherwise null
 * @param more members that belong to one code only
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    String field,
    List<FieldError> errors,
    @JsonAnyGetter Map<String, Object> more) {

  /** An invalid field, with the fault and its correction. */
  public record FieldError(String field, String detail) {}

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE = "urn:tapline:problem:";

  public static Problem of(ProblemCode code, String detail) {
    return of(code, detail, null);
  }

  public static Problem of(ProblemCode code, String detail, String field) {
    var errors =
        code == ProblemCode.VALIDATION_FAILED && field != null
            ? List.of(new FieldError(field, detail))
            : null;
    return new Problem(
        TYPE + code.name(),
        code.title(),
        code.status(),
        detail,
        code.name(),
        field,
        errors,
        Map.of());
  }

  public static Problem of(Refusal refusal) {
    var problem = of(ProblemCode.of(refusal.code()), refusal.message(), refusal.field());
    if (!refusal.others().isEmpty()) {
      problem = problem.with(allOf(refusal));
    }
    return refusal.code() == Code.SUBSTRATE_DISABLED
        ? problem.with(Map.of("refused", true, "reason", "job_substrate_disabled"))
        : problem;
  }

  private static List<FieldError> allOf(Refusal refusal) {
    var all = new ArrayList<FieldError>();
    all.add(new FieldError(refusal.field(), refusal.message()));
    refusal.others().forEach(other -> all.add(new FieldError(other.field(), other.message())));
    return all;
  }

  private Problem with(List<FieldError> all) {
    return new Problem(type, title, status, detail, code, field, all, more);
  }

  /** A copy with members of its code. */
  public Problem with(Map<String, Object> members) {
    return new Problem(type, title, status, detail, code, field, errors, members);
  }
}

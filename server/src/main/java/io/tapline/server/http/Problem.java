package io.tapline.server.http;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import java.util.Map;

/**
 * Problem details according to RFC 9457, with a stable code.
 *
 * @param field the invalid field of the request, or null
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
    @JsonAnyGetter Map<String, Object> more) {

  public static final String MEDIA_TYPE = "application/problem+json";

  private static final String TYPE = "urn:tapline:problem:";

  public static Problem of(ProblemCode code, String detail) {
    return of(code, detail, null);
  }

  public static Problem of(ProblemCode code, String detail, String field) {
    return new Problem(
        TYPE + code.name(), code.title(), code.status(), detail, code.name(), field, Map.of());
  }

  public static Problem of(Refusal refusal) {
    var problem = of(ProblemCode.of(refusal.code()), refusal.message(), refusal.field());
    return refusal.code() == Code.SUBSTRATE_DISABLED
        ? problem.with(Map.of("refused", true, "reason", "job_substrate_disabled"))
        : problem;
  }

  /** A copy with members of its code. */
  public Problem with(Map<String, Object> members) {
    return new Problem(type, title, status, detail, code, field, members);
  }
}

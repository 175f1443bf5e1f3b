package io.tapline.server.tasks;

import io.tapline.server.http.Problem;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemDialect;
import io.tapline.server.http.ProblemException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;

/**
 * The problems of the tasks API: types are paths, titles are the reason phrases of HTTP, an
 * unreadable request is 422, and fields and ids have the names of this API.
 */
final class TaskProblems implements ProblemDialect {

  static final ProblemDialect DIALECT = new TaskProblems();

  static final ProblemCode JOB_NOT_FOUND = new ProblemCode("JOB_NOT_FOUND", 404);
  static final ProblemCode WORKER_NOT_FOUND = new ProblemCode("WORKER_NOT_FOUND", 404);
  static final ProblemCode TASK_NOT_FOUND = new ProblemCode("TASK_NOT_FOUND", 404);
  static final ProblemCode SCHEMA_CONFLICT = new ProblemCode("SCHEMA_CONFLICT", 409);
  static final ProblemCode INVALID_TASK_TRANSITION =
      new ProblemCode("INVALID_TASK_TRANSITION", 409);
  static final ProblemCode INVALID_CATEGORY = new ProblemCode("INVALID_CATEGORY", 400);
  static final ProblemCode INVALID_ROOM_ID = new ProblemCode("INVALID_ROOM_ID", 400);
  static final ProblemCode INTERNAL_JOB_NOT_CONFIGURED =
      new ProblemCode("INTERNAL_JOB_NOT_CONFIGURED", 503);

  private static final String TYPE = "/v1/problems/";
  private static final int UNPROCESSABLE = 422;

  /** From the name of a field in the engine to its name in this API; longer prefixes first. */
  private static final List<Map.Entry<String, String>> FIELDS =
      List.of(
          Map.entry("properties.payload", "payload"),
          Map.entry("properties", "payload"),
          Map.entry("worker_euid", "worker_id"));

  private TaskProblems() {}

  @Override
  public int status(ProblemCode code) {
    return status(code.name(), code.status());
  }

  @Override
  public Problem format(Problem problem) {
    int status = status(problem.code(), problem.status());
    return new Problem(
        TYPE + problem.code().toLowerCase(Locale.ROOT).replace('_', '-'),
        HttpStatus.valueOf(status).getReasonPhrase(),
        status,
        TaskId.spoken(detail(problem.field(), problem.detail())),
        problem.code(),
        named(problem.field()),
        errors(problem),
        problem.more());
  }

  private static List<Problem.FieldError> errors(Problem problem) {
    return problem.errors() == null
        ? null
        : problem.errors().stream()
            .map(
                error ->
                    new Problem.FieldError(
                        named(error.field()), TaskId.spoken(detail(error.field(), error.detail()))))
            .toList();
  }

  /** Replaces the name of the field at the beginning of the detail. */
  private static String detail(String field, String detail) {
    return field != null && detail != null && detail.startsWith(field)
        ? named(field) + detail.substring(field.length())
        : detail;
  }

  private static String named(String field) {
    for (var name : FIELDS) {
      if (field != null && (field.equals(name.getKey()) || field.startsWith(name.getKey() + "."))) {
        return name.getValue() + field.substring(name.getKey().length());
      }
    }
    return field;
  }

  private static int status(String code, int own) {
    return code.equals(ProblemCode.MALFORMED_REQUEST.name())
            || code.equals(ProblemCode.UNSUPPORTED_MEDIA_TYPE.name())
        ? UNPROCESSABLE
        : own;
  }

  static ProblemException forbidden(String detail) {
    return ProblemException.of(ProblemCode.FORBIDDEN, detail);
  }

  static ProblemException noWorker(String id) {
    return ProblemException.of(WORKER_NOT_FOUND, "there is no worker " + id);
  }

  static ProblemException noTask(String id) {
    return ProblemException.of(TASK_NOT_FOUND, "there is no task " + id);
  }

  static ProblemException noJob(String fullName) {
    return ProblemException.of(JOB_NOT_FOUND, "there is no job " + fullName);
  }
}

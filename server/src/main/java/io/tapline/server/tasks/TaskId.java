package io.tapline.server.tasks;

import io.tapline.server.http.Call;
import io.tapline.server.http.ProblemException;
import java.util.regex.Pattern;

/** Ids are opaque: any text that could be one and is not is unknown, any other is bad. */
final class TaskId {

  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_.-]{1,200}");

  private TaskId() {}

  static String of(Call call) {
    return required("id", call.path("id"));
  }

  static String required(String field, String id) {
    if (!FORM.matcher(id).matches()) {
      throw ProblemException.invalid(field, "is not an id");
    }
    return id;
  }
}

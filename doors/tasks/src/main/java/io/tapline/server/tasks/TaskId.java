package io.tapline.server.tasks;

import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.EuidUuid;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Ids of the tasks API: its clients read and send UUIDs, all other interfaces use EUIDs. Requests
 * may contain either; answers contain UUIDs.
 */
final class TaskId {

  static final ValueShape SHAPE = ValueShape.text(36);

  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private static final Pattern WORD = Pattern.compile("[0-9A-Z-]+");

  private TaskId() {}

  static String of(EndpointCall call) {
    return required("id", call.path("id"));
  }

  /**
   * @return the EUID; or a foreign UUID unchanged, which names nothing here
   */
  static String required(String field, String id) {
    if (UUID_FORM.matcher(id).matches()) {
      return EuidUuid.euidOf(UUID.fromString(id)).orElse(id);
    }
    if (EuidMint.uidOf(id).isEmpty()) {
      throw ProblemException.invalid(field, "is neither a UUID nor an EUID");
    }
    return id;
  }

  /** Replaces each EUID in a text by its UUID. */
  static String spoken(String text) {
    return text == null
        ? null
        : WORD.matcher(text)
            .replaceAll(
                word ->
                    EuidMint.uidOf(word.group()).isPresent()
                        ? EuidUuid.of(word.group()).toString()
                        : word.group());
  }
}

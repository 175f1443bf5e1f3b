package io.tapline.engine.read.base;

import io.tapline.api.Page;
import io.tapline.engine.model.RefusedException;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** A position in a list, encoded as an opaque text. */
public final class PageCursor {

  /** The JSON form of a NUL character, which PostgreSQL does not store. */
  private static final String NUL = "\\u0000";

  private PageCursor() {}

  public static String encode(Object place) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Json.print(place).getBytes(StandardCharsets.UTF_8));
  }

  public static <T> T parse(String cursor, Class<T> type) {
    try {
      var text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      if (text.contains(NUL)) {
        throw new IllegalArgumentException("a cursor contains no NUL");
      }
      return Json.read(text, type);
    } catch (RuntimeException e) {
      throw RefusedException.invalid(
          "cursor", "is not a cursor of this list; send a next_cursor that a page returned");
    }
  }

  public static int limit(int limit) {
    if (limit < 1 || limit > Page.MAX_LIMIT) {
      throw RefusedException.invalid("limit", limit + " is not between 1 and " + Page.MAX_LIMIT);
    }
    return limit;
  }

  /** Position in lists ordered by uid. */
  public record AfterUid(long uid) {}

  public static long uid(String cursor) {
    return cursor == null ? 0 : parse(cursor, AfterUid.class).uid();
  }
}

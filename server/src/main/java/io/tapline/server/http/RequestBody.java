package io.tapline.server.http;

import io.tapline.tapdb.Json;
import java.nio.charset.CharacterCodingException;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The body of a request and its limits. */
public final class RequestBody {

  /** Limit of a batch: a thousand enqueues of 8 KB each. */
  public static final int MOST_BYTES = 8 * 1024 * 1024;

  /**
   * Limit of one request: 256 KiB of properties with every character escaped, and the other fields.
   */
  static final int MOST_BYTES_OF_ONE = 2 * 1024 * 1024;

  /** Limit at an open endpoint: a token and a few fields. */
  static final int MOST_BYTES_OF_STRANGERS = 32 * 1024;

  private RequestBody() {}

  static JsonNode json(String contentType, byte[] bytes) {
    requireJson(contentType);
    try {
      return Json.parseStrictly(StrictText.decode(bytes));
    } catch (CharacterCodingException e) {
      throw BodyReader.malformed("is not UTF-8");
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw BodyReader.malformed(
          "is not JSON: "
              + StrictText.shorten(e.getOriginalMessage())
              + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()));
    }
  }

  static void requireJson(String contentType) {
    // As clients of ours write it.
    if (MediaType.APPLICATION_JSON_VALUE.equals(contentType)) {
      return;
    }
    try {
      if (contentType != null
          && MediaType.APPLICATION_JSON.includes(MediaType.parseMediaType(contentType))) {
        return;
      }
    } catch (InvalidMediaTypeException e) {
      // Refused below, like every other type than JSON.
    }
    throw otherType(contentType);
  }

  static ProblemException otherType(String contentType) {
    return ProblemException.of(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE,
        (contentType == null ? "no Content-Type" : "'" + StrictText.shorten(contentType) + "'")
            + " was sent; send application/json");
  }
}

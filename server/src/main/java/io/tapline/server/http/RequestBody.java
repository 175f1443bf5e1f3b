package io.tapline.server.http;

import io.tapline.tapdb.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The body of a request, as far as anything is read of it. */
public final class RequestBody {

  /**
   * A thousand enqueues of 8 KB each: a request is held in memory several times over, as bytes,
   * text and tree.
   */
  public static final int MOST_BYTES = 8 * 1024 * 1024;

  private RequestBody() {}

  static JsonNode json(HttpServletRequest request) throws IOException {
    requireJson(request.getContentType());
    return json(request.getContentType(), bytes(request));
  }

  static JsonNode json(String contentType, byte[] bytes) {
    requireJson(contentType);
    try {
      return Json.parseStrictly(StrictText.decode(bytes));
    } catch (CharacterCodingException e) {
      throw malformed("is not UTF-8");
    } catch (JacksonException e) {
      var at = e.getLocation();
      throw malformed(
          "is not JSON: "
              + StrictText.shorten(e.getOriginalMessage())
              + (at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr()));
    }
  }

  static byte[] bytes(HttpServletRequest request) throws IOException {
    if (request.getContentLengthLong() > MOST_BYTES) {
      throw tooLarge();
    }
    var bytes = request.getInputStream().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw tooLarge();
    }
    if (bytes.length == 0) {
      throw malformed("is empty; send a JSON object");
    }
    return bytes;
  }

  private static void requireJson(String contentType) {
    try {
      if (contentType != null
          && MediaType.APPLICATION_JSON.isCompatibleWith(MediaType.parseMediaType(contentType))) {
        return;
      }
    } catch (InvalidMediaTypeException e) {
      // Refused below, like any other that is not JSON.
    }
    throw ProblemException.of(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE,
        (contentType == null ? "no Content-Type" : "'" + StrictText.shorten(contentType) + "'")
            + " was sent; send application/json");
  }

  private static ProblemException malformed(String message) {
    return new ProblemException(
        Problem.of(ProblemCode.MALFORMED_REQUEST, "body: " + message, "body"));
  }

  private static ProblemException tooLarge() {
    return new ProblemException(
        Problem.of(
            ProblemCode.PAYLOAD_TOO_LARGE,
            "body: is larger than " + MOST_BYTES + " bytes; send less at a time",
            "body"));
  }
}

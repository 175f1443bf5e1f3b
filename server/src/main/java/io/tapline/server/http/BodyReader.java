package io.tapline.server.http;

import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerShares;
import io.tapline.server.base.Ticker;
import io.tapline.tapdb.Json;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.CharacterCodingException;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads request bodies, within limits of size, memory, time and threads. */
@Component
public final class BodyReader {

  /** Limit of a batch: a thousand enqueues of 8 KB each. */
  public static final int MOST_BYTES = 8 * 1024 * 1024;

  /**
   * Limit of one request: 256 KiB of properties with every character escaped, and the other fields.
   */
  static final int MOST_BYTES_OF_ONE = 2 * 1024 * 1024;

  /** Limit at an open endpoint: a token and a few fields. */
  static final int MOST_BYTES_OF_STRANGERS = 32 * 1024;

  /**
   * Minimum average rate after the grace period; a slower body occupies its thread for too long.
   */
  static final int LEAST_BYTES_PER_SECOND = 10 * 1024;

  /** A slow beginning is normal for a phone or a distant lab. */
  static final Duration GRACE = Duration.ofSeconds(5);

  /** Limit for a whole body at any rate. */
  static final Duration WHOLE = Duration.ofSeconds(60);

  /** Limit for a whole body at an open endpoint, where bodies are small. */
  static final Duration WHOLE_OF_STRANGERS = Duration.ofSeconds(5);

  private static final int STEP = 64 * 1024;

  private final ServerShares shares;
  private final FairShare memory;
  private final Ticker ticker;

  BodyReader(ServerShares shares, Ticker ticker) {
    this.shares = shares;
    this.memory = shares.of(LimitedResource.BODY_BYTES);
    this.ticker = ticker;
  }

  /** The bytes of one body, and the share that they hold until they are released. */
  final class HeldBody implements AutoCloseable {

    private final FairShare.Grant bytes;

    /**
     * @param owner the owner of the share that the bytes count to; null for unauthenticated
     *     clients, whose bodies are bounded by the number of threads that read them
     */
    HeldBody(FairShare.Owner owner) {
      bytes = owner == null ? null : memory.open(owner);
    }

    byte[] read(HttpServletRequest request, Endpoint endpoint) throws IOException {
      if (request.getContentLengthLong() > endpoint.mostBytes()) {
        throw tooLarge(endpoint);
      }
      if (bytes != null) {
        return all(request, endpoint, new Pace(WHOLE));
      }
      var seats = shares.of(endpoint.bodySeats());
      var seat = seats.take(FairShare.Owner.stranger(ClientAddress.of(request)));
      if (seat == null) {
        throw busy();
      }
      try (seat) {
        return all(request, endpoint, new Pace(WHOLE_OF_STRANGERS));
      }
    }

    private byte[] all(HttpServletRequest request, Endpoint endpoint, Pace pace)
        throws IOException {
      int most = endpoint.mostBytes();
      long contentLength = request.getContentLengthLong();
      var content = new byte[0];
      int length = 0;
      var in = request.getInputStream();
      while (true) {
        if (length == content.length) {
          content = grown(content, contentLength, most);
        }
        int count = next(in, content, length);
        if (count < 0) {
          break;
        }
        length += count;
        if (length > most) {
          throw tooLarge(endpoint);
        }
        pace.require(length);
      }
      if (length == 0) {
        throw malformed("is empty; send a JSON object");
      }
      return length == content.length ? content : Arrays.copyOf(content, length);
    }

    /**
     * Memory grows with the received bytes, so that a false Content-Length costs the server
     * nothing.
     */
    private byte[] grown(byte[] content, long contentLength, int most) {
      long capacity = contentLength >= 0 ? Math.min(contentLength + 1, most + 1L) : most + 1L;
      int next = (int) Math.min(capacity, Math.max(STEP, content.length * 2L));
      // The announced length is complete: one more byte of capacity shows that nothing follows.
      next = Math.max(next, content.length + 1);
      if (bytes != null && !bytes.grow(next - content.length)) {
        throw busy();
      }
      return Arrays.copyOf(content, next);
    }

    @Override
    public void close() {
      if (bytes != null) {
        bytes.close();
      }
    }
  }

  /**
   * The minimum rate of a body. It is measured repeatedly: a body that is fast at first and then
   * slow would otherwise keep its memory and its thread for minutes.
   */
  private final class Pace {

    private final long begun = ticker.nanos();
    private final Duration whole;
    private long measuredSince = begun;
    private long lengthThen;

    Pace(Duration whole) {
      this.whole = whole;
    }

    void require(long length) {
      long now = ticker.nanos();
      if (now - begun > whole.toNanos()) {
        throw tooLate(whole);
      }
      long late = now - measuredSince - GRACE.toNanos();
      if (late > 0 && length - lengthThen < late / 1_000_000_000.0 * LEAST_BYTES_PER_SECOND) {
        throw tooSlow();
      }
      if (late > GRACE.toNanos()) {
        measuredSince = now;
        lengthThen = length;
      }
    }
  }

  private static int next(java.io.InputStream in, byte[] bytes, int length) throws IOException {
    try {
      return in.read(bytes, length, bytes.length - length);
    } catch (SocketTimeoutException e) {
      throw tooSlow();
    }
  }

  static JsonNode json(byte[] bytes) {
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

  private static ProblemException otherType(String contentType) {
    return ProblemException.of(
        ProblemCode.UNSUPPORTED_MEDIA_TYPE,
        (contentType == null ? "no Content-Type" : "'" + StrictText.shorten(contentType) + "'")
            + " was sent; send application/json");
  }

  private static ProblemException malformed(String message) {
    return new ProblemException(
        Problem.of(ProblemCode.MALFORMED_REQUEST, "body: " + message, "body"));
  }

  private static ProblemException tooLarge(Endpoint endpoint) {
    return new ProblemException(
        Problem.of(
            ProblemCode.PAYLOAD_TOO_LARGE,
            "body: is larger than " + endpoint.mostBytes() + " bytes; send less at a time",
            "body"));
  }

  private static ProblemException tooSlow() {
    return new ProblemException(
        Problem.of(
            ProblemCode.REQUEST_TIMEOUT,
            "body: arrived more slowly than "
                + LEAST_BYTES_PER_SECOND
                + " bytes a second; send the same request again",
            "body"));
  }

  private static ProblemException tooLate(Duration whole) {
    return new ProblemException(
        Problem.of(
            ProblemCode.REQUEST_TIMEOUT,
            "body: did not arrive within " + whole.toSeconds() + " s; send less at a time",
            "body"));
  }

  private static ProblemException busy() {
    return ProblemException.of(
        ProblemCode.UNAVAILABLE,
        "the server has reached its limit of concurrent request bodies, or of those of this"
            + " caller; nothing was changed, send the same request again");
  }
}

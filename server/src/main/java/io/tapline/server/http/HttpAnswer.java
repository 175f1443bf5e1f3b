package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.http.HttpHeaders;

/**
 * The answer to a request: a status, headers and a body, or a future answer. {@link RequestServlet}
 * writes it.
 */
public sealed interface HttpAnswer {

  /** Writes a body, after status and headers. */
  @FunctionalInterface
  interface Body {
    void write(HttpServletRequest request, HttpServletResponse response) throws IOException;
  }

  static Immediate empty(int status) {
    return new Immediate(status, null, -1, (request, response) -> {});
  }

  static Immediate bytes(int status, String mediaType, byte[] bytes) {
    return new Immediate(
        status,
        mediaType,
        bytes.length,
        (request, response) -> response.getOutputStream().write(bytes));
  }

  /** 200 with a body of unknown length. */
  static Immediate streamed(String mediaType, Body body) {
    return new Immediate(200, mediaType, -1, body);
  }

  static Immediate seeOther(URI place) {
    return empty(303).header(HttpHeaders.LOCATION, place.toASCIIString());
  }

  /**
   * An asynchronous answer, without a waiting thread.
   *
   * @param timeout after which the request is answered with 503; zero for none
   */
  static HttpAnswer later(CompletableFuture<HttpAnswer> answer, Duration timeout) {
    return new Later(answer, timeout);
  }

  /** An answer that is complete except for the bytes of its body. */
  final class Immediate implements HttpAnswer {

    private record Header(String name, String value) {}

    private final int status;
    private final String mediaType;
    private final int length;
    private final Body body;
    private final List<Header> headers = new ArrayList<>();
    private final List<String> cookies = new ArrayList<>();

    private Immediate(int status, String mediaType, int length, Body body) {
      this.status = status;
      this.mediaType = mediaType;
      this.length = length;
      this.body = body;
    }

    /** Sets a header, and replaces a default header of that name. */
    public Immediate header(String name, String value) {
      headers.add(new Header(name, value));
      return this;
    }

    public Immediate cookies(String... all) {
      cookies.addAll(List.of(all));
      return this;
    }

    public Immediate headers(Map<String, String> all) {
      all.forEach(this::header);
      return this;
    }

    void write(HttpServletRequest request, HttpServletResponse response) throws IOException {
      response.setStatus(status);
      for (var header : headers) {
        response.setHeader(header.name(), header.value());
      }
      for (var cookie : cookies) {
        response.addHeader(HttpHeaders.SET_COOKIE, cookie);
      }
      if (mediaType != null) {
        response.setContentType(mediaType);
      }
      if (length >= 0) {
        response.setContentLength(length);
      }
      body.write(request, response);
    }
  }

  /** An asynchronous answer. */
  record Later(CompletableFuture<HttpAnswer> answer, Duration timeout) implements HttpAnswer {}
}

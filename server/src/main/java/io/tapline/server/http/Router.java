package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Answers the requests to the paths that it serves. */
public interface Router {

  /**
   * @return empty where the path is none of this router's
   */
  Optional<HttpAnswer> route(HttpServletRequest request);
}

package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;

/** Answers the requests to the paths that it serves. */
public interface RequestRouter {

  /**
   * @return empty for a path of another router
   */
  Optional<HttpAnswer> route(HttpServletRequest request);
}

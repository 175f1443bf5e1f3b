package io.tapline.server.http;

import org.springframework.web.servlet.function.ServerResponse;

/**
 * What an endpoint does. It may answer later ({@link ServerResponse#async}); whatever it throws
 * becomes a problem.
 */
@FunctionalInterface
public interface EndpointHandler {
  ServerResponse handle(EndpointCall call) throws Exception;
}

package io.tapline.server.http;

/**
 * What an endpoint does. It may answer later ({@link HttpAnswer#later}); whatever it throws becomes
 * a problem.
 */
@FunctionalInterface
public interface EndpointHandler {
  HttpAnswer handle(EndpointCall call) throws Exception;
}

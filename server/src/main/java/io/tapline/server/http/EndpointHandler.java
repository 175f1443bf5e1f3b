package io.tapline.server.http;

/**
 * The implementation of an endpoint. It may answer later ({@link HttpAnswer#later}); its exceptions
 * become problems.
 */
@FunctionalInterface
public interface EndpointHandler {
  HttpAnswer handle(EndpointCall call) throws Exception;
}

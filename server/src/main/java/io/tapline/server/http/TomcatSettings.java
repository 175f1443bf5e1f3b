package io.tapline.server.http;

import org.apache.catalina.core.StandardHost;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.stereotype.Component;

/** Tomcat as this server wants it. */
@Component
final class TomcatSettings implements WebServerFactoryCustomizer<TomcatServletWebServerFactory> {

  /**
   * What is refused for its size is still read up to here, so that the client hears why instead of
   * seeing its connection cut.
   */
  private static final int MOST_SWALLOWED = 4 * RequestBody.MOST_BYTES;

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addContextCustomizers(
        context ->
            ((StandardHost) context.getParent())
                .setErrorReportValveClass(ProblemValve.class.getName()));
    factory.addConnectorCustomizers(
        connector -> {
          // Keys of queues may hold a slash; it comes as %2F inside one part of the path.
          connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            http.setMaxSwallowSize(MOST_SWALLOWED);
          }
        });
  }
}

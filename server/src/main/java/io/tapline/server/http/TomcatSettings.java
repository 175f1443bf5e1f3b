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

  /** Of silence within a request, head or body: half-sent requests do not keep their connection. */
  private static final int SILENCE_MILLIS = 5_000;

  /** Between two requests of one connection. */
  private static final int IDLE_MILLIS = 60_000;

  private final UnauthenticatedReads strangers;

  TomcatSettings(UnauthenticatedReads strangers) {
    this.strangers = strangers;
  }

  @Override
  public void customize(TomcatServletWebServerFactory factory) {
    factory.addEngineValves(new RefusedBodyValve(strangers));
    factory.addContextCustomizers(
        context ->
            ((StandardHost) context.getParent())
                .setErrorReportValveClass(ProblemValve.class.getName()));
    factory.addConnectorCustomizers(
        connector -> {
          // Keys of queues may hold a slash; it comes as %2F inside one part of the path.
          connector.setEncodedSolidusHandling(EncodedSolidusHandling.PASS_THROUGH.getValue());
          if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
            http.setConnectionTimeout(SILENCE_MILLIS);
            http.setDisableUploadTimeout(false);
            http.setConnectionUploadTimeout(SILENCE_MILLIS);
            http.setKeepAliveTimeout(IDLE_MILLIS);
          }
        });
  }
}

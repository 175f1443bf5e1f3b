package io.tapline.client.http;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * A TLS context without TLS, for a server at {@code http:}. The JDK's client requires a context
 * when it is created, and the default one reads every trusted certificate of the machine, which is
 * most of the run time of a short command. Redirects are not followed, so an {@code http:} client
 * never uses its context.
 */
final class AbsentTls extends SSLContext {

  AbsentTls() {
    super(new Refusing(), null, "none");
  }

  private static final class Refusing extends SSLContextSpi {

    private static UnsupportedOperationException none() {
      return new UnsupportedOperationException("this client is for http only");
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw none();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw none();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      throw none();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      throw none();
    }

    /** The JDK's client reads only this value when it is created. */
    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return new SSLParameters(new String[0], new String[] {"TLSv1.3"});
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return engineGetDefaultSSLParameters();
    }
  }
}

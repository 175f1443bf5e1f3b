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
 * No TLS, for a server at {@code http:}. The JDK's client asks for a context when it is made,
 * whether or not it will ever need one, and the usual one reads every certificate that the machine
 * trusts: most of the time that a short command takes. Redirects are not followed, so an {@code
 * http:} client never comes to need it.
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

    /** The one thing that is asked for when a client is made. */
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

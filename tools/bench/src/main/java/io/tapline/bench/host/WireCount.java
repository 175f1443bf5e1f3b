package io.tapline.bench.host;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;

/**
 * Counts the statements that connections send to PostgreSQL and their waits for an answer. It
 * counts at the socket, so it includes the statements that the driver adds, and statements that are
 * sent together are one round trip.
 */
public final class WireCount implements AutoCloseable {

  /** The driver creates the sockets and can only pass a name. */
  private static final Map<String, WireCount> OPEN = new ConcurrentHashMap<>();

  private final String name = UUID.randomUUID().toString();
  private final AtomicLong statements = new AtomicLong();
  private final AtomicLong trips = new AtomicLong();

  public WireCount() {
    OPEN.put(name, this);
  }

  /** The JDBC parameter that makes a connection count here. Encrypted messages are not read. */
  public String parameter() {
    return "sslmode=disable&gssEncMode=disable&socketFactory=%s&socketFactoryArg=%s"
        .formatted(Sockets.class.getName(), name);
  }

  public long statements() {
    return statements.get();
  }

  public long trips() {
    return trips.get();
  }

  @Override
  public void close() {
    OPEN.remove(name);
  }

  /** Sockets for the PostgreSQL driver, which creates the factory by its name. */
  public static final class Sockets extends SocketFactory {

    private final WireCount count;

    /** The driver passes the value of {@code socketFactoryArg}. */
    public Sockets(String name) {
      count = OPEN.get(name);
    }

    @Override
    public Socket createSocket() {
      return new CountingSocket(count);
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException("the driver connects its sockets itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
      return createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      return createSocket(host.getHostName(), port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      return createSocket(host, port);
    }

    /** One connection; the driver uses it from one thread at a time. */
    private static final class CountingSocket extends Socket {

      private final WireCount count;
      private boolean sent;

      CountingSocket(WireCount count) {
        this.count = count;
      }

      @Override
      public OutputStream getOutputStream() throws IOException {
        return new Requests(super.getOutputStream());
      }

      @Override
      public InputStream getInputStream() throws IOException {
        return new Answers(super.getInputStream());
      }

      /** Reads the head of each message: a type, except in the first one, and a length. */
      private final class Requests extends FilterOutputStream {

        private static final int LENGTH = Integer.BYTES;

        private final ByteBuffer head = ByteBuffer.allocate(1 + LENGTH);
        private int left;

        Requests(OutputStream out) {
          super(out);
          // The first message has no type; a type that is no statement is inserted.
          head.put((byte) 0);
        }

        @Override
        public void write(int one) throws IOException {
          write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          int at = from;
          int end = from + length;
          while (at < end) {
            int skipped = Math.min(left, end - at);
            at += skipped;
            left -= skipped;
            if (at < end) {
              head.put(bytes[at++]);
              messageBegins();
            }
          }
          sent = true;
          out.write(bytes, from, length);
        }

        private void messageBegins() {
          if (head.hasRemaining()) {
            return;
          }
          switch (head.get(0)) {
            // Execute of a prepared statement, and a statement as text.
            case 'E', 'Q' -> count.statements.incrementAndGet();
            default -> {}
          }
          left = head.getInt(1) - LENGTH;
          head.clear();
        }
      }

      /** The first read after a write waits for an answer. */
      private final class Answers extends FilterInputStream {

        Answers(InputStream in) {
          super(in);
        }

        @Override
        public int read() throws IOException {
          waiting();
          return super.read();
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
          waiting();
          return super.read(bytes, from, length);
        }

        private void waiting() {
          if (sent) {
            sent = false;
            count.trips.incrementAndGet();
          }
        }
      }
    }
  }
}

package io.tapline.server.testing;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** As much of a PostgreSQL 14 as it takes to say so. */
public final class OldPostgres implements AutoCloseable {

  private static final int ENCRYPTION_WANTED = 80877103;
  private static final int GSS_WANTED = 80877104;

  private final ServerSocket socket;

  public OldPostgres() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    var thread = new Thread(this::serve, "old-postgres");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (true) {
      try (var client = socket.accept()) {
        talk(client);
      } catch (EOFException e) {
        continue;
      } catch (IOException e) {
        return;
      }
    }
  }

  private static void talk(Socket client) throws IOException {
    var in = new DataInputStream(client.getInputStream());
    var out = new DataOutputStream(client.getOutputStream());
    greet(in, out);
    while (true) {
      byte kind = in.readByte();
      in.readNBytes(in.readInt() - Integer.BYTES);
      answer(kind, out);
      out.flush();
    }
  }

  private static void greet(DataInputStream in, DataOutputStream out) throws IOException {
    while (true) {
      var body = in.readNBytes(in.readInt() - Integer.BYTES);
      int code = new DataInputStream(new java.io.ByteArrayInputStream(body)).readInt();
      if (code != ENCRYPTION_WANTED && code != GSS_WANTED) {
        break;
      }
      out.writeByte('N');
      out.flush();
    }
    message(out, 'R', new byte[4]);
    setting(out, "server_version", "14.5");
    setting(out, "server_encoding", "UTF8");
    setting(out, "client_encoding", "UTF8");
    setting(out, "DateStyle", "ISO, MDY");
    setting(out, "TimeZone", "UTC");
    setting(out, "integer_datetimes", "on");
    setting(out, "standard_conforming_strings", "on");
    message(out, 'K', new byte[8]);
    message(out, 'Z', new byte[] {'I'});
    out.flush();
  }

  /** Every statement succeeds and gives nothing. */
  private static void answer(byte kind, DataOutputStream out) throws IOException {
    switch (kind) {
      case 'P' -> message(out, '1', new byte[0]);
      case 'B' -> message(out, '2', new byte[0]);
      case 'D' -> message(out, 'n', new byte[0]);
      case 'E' -> message(out, 'C', text("SET"));
      case 'S' -> message(out, 'Z', new byte[] {'I'});
      case 'Q' -> {
        message(out, 'C', text("SET"));
        message(out, 'Z', new byte[] {'I'});
      }
      default -> throw new EOFException("the client says " + (char) kind);
    }
  }

  private static void setting(DataOutputStream out, String name, String value) throws IOException {
    message(out, 'S', text(name + "\0" + value));
  }

  private static byte[] text(String value) {
    return (value + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private static void message(DataOutputStream out, char kind, byte[] body) throws IOException {
    out.writeByte(kind);
    out.writeInt(body.length + Integer.BYTES);
    out.write(body);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}

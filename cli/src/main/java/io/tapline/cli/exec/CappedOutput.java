package io.tapline.cli.exec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * What a program writes, up to a limit; the rest is read and dropped, so that it never has to wait.
 */
final class CappedOutput {

  private static final int CHUNK = 8 * 1024;

  private final int most;
  private final boolean end;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean cut;

  private CappedOutput(int most, boolean end) {
    this.most = most;
    this.end = end;
  }

  /** The beginning: for results, which are worth nothing when they are cut. */
  static CappedOutput beginning(int most) {
    return new CappedOutput(most, false);
  }

  /** The end: for complaints, where the last words count. */
  static CappedOutput end(int most) {
    return new CappedOutput(most, true);
  }

  /** Reads until the stream ends or breaks. */
  void readAll(InputStream in) {
    var chunk = new byte[CHUNK];
    try (in) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        add(chunk, n);
      }
    } catch (IOException e) {
      // The program was killed with the pipe in its hands; what came is what there is.
    }
  }

  private synchronized void add(byte[] chunk, int count) {
    if (end) {
      bytes.write(chunk, 0, count);
      // Twice as much is held before anything is moved, so that a chatty program costs little.
      if (bytes.size() > 2 * most) {
        shorten();
      }
    } else {
      int room = Math.min(count, most - bytes.size());
      bytes.write(chunk, 0, room);
      cut |= room < count;
    }
  }

  private void shorten() {
    var all = bytes.toByteArray();
    bytes.reset();
    bytes.write(all, all.length - most, most);
    cut = true;
  }

  synchronized boolean cut() {
    return cut;
  }

  synchronized byte[] bytes() {
    if (end && bytes.size() > most) {
      shorten();
    }
    return bytes.toByteArray();
  }

  /** As text that the server can keep: no NUL, wrong bytes replaced. */
  String text() {
    return new String(bytes(), StandardCharsets.UTF_8).replace("\u0000", "").strip();
  }
}

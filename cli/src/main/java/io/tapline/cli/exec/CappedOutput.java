package io.tapline.cli.exec;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The output of a program up to a limit; the rest is read and dropped so that the program never
 * blocks.
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

  /** Keeps the beginning: for results, which are useless when they are truncated. */
  static CappedOutput beginning(int most) {
    return new CappedOutput(most, false);
  }

  /** Keeps the end: for error output, where the last lines matter. */
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
      // The program was killed while the pipe was open; the bytes read so far count.
    }
  }

  private synchronized void add(byte[] chunk, int count) {
    if (end) {
      bytes.write(chunk, 0, count);
      // Up to twice the limit is buffered before a copy, so that much output costs little.
      if (bytes.size() > 2 * most) {
        shorten();
      }
    } else {
      int accepted = Math.min(count, most - bytes.size());
      bytes.write(chunk, 0, accepted);
      cut |= accepted < count;
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

  /** Text that the server can store: no NUL, invalid bytes replaced. */
  String text() {
    return new String(bytes(), StandardCharsets.UTF_8).replace("\u0000", "").strip();
  }
}

package io.tapline.bench.host;

import io.tapline.server.Main;
import java.io.IOException;
import java.io.OutputStream;

/**
 * {@code tapline serve}, in the process that {@link ServeProcess} starts. It ends with its input,
 * so that it does not outlive an interrupted or killed run.
 */
final class ServeMain {

  private ServeMain() {}

  public static void main(String[] arguments) {
    var watch = new Thread(ServeMain::endWithInput, "bench-watch");
    watch.setDaemon(true);
    watch.start();
    Main.main(arguments);
  }

  private static void endWithInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // A broken input is handled like its end.
    }
    // The process halts: its database is gone too, so there is nothing to finish.
    Runtime.getRuntime().halt(1);
  }
}

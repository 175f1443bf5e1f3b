package io.tapline.bench.host;

import io.tapline.server.Main;

/**
 * {@code tapline serve}, in the process that {@link ServeProcess} starts. It ends with its input,
 * so that it does not outlive an interrupted or killed run.
 */
final class ServeMain {

  private ServeMain() {}

  public static void main(String[] arguments) {
    // The database of an ended run is gone too, so there is nothing to finish.
    ChildProcesses.haltWithInput();
    Main.main(arguments);
  }
}

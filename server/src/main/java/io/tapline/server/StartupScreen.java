package io.tapline.server;

/** The text on the console after a start. */
final class StartupScreen {

  private StartupScreen() {}

  static String render(Server server) {
    return """

    Tapline is running.

      address   %s%s%s
      log in    %s
      data      %s
      stop      Ctrl-C

    """
        .formatted(
            server.address(),
            grpc(server),
            company(server),
            login(server),
            server.database().place())
        .stripTrailing();
  }

  private static String grpc(Server server) {
    return server.grpcPort() == 0 ? "" : "\n  gRPC      port " + server.grpcPort();
  }

  private static String company(Server server) {
    return server.company().present() ? server.company().about() : "";
  }

  private static String login(Server server) {
    return server.firstToken() == null
        ? "with a token of TAPLINE_TOKENS or of your identity provider"
        : server.loginLink()
            + "\n            (once, within 15 minutes; later with the token in "
            + server.firstToken().file()
            + ")";
  }
}

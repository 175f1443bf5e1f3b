package io.tapline.cli.connect;

import io.tapline.cli.base.CommandEnvironment;
import io.tapline.cli.base.CommandFailed;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** The options that select the server and the credentials. */
public final class ConnectOptions {

  private static final String USUAL_URL = "http://127.0.0.1:8080";
  private static final int USUAL_TIMEOUT = 30;
  private static final int MOST_SECONDS = 3600;

  @Option(
      names = "--url",
      paramLabel = "URL",
      order = 100,
      description =
          "The URL of the server; " + USUAL_URL + " unless TAPLINE_URL or a profile is set.")
  private String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      order = 101,
      description =
          "The API token. Default: TAPLINE_TOKEN, then the profile; both are safer, because other"
              + " users can read the command line.")
  private String token;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      order = 102,
      description =
          "The name of a profile in ~/.config/tapline/config.yaml. Default: TAPLINE_PROFILE, then"
              + " the default profile of the file.")
  private String profile;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      order = 103,
      description = "The time limit of a request in seconds. Default: " + USUAL_TIMEOUT + ".")
  private Integer timeout;

  /**
   * @param token null when there is none
   */
  public record Target(String url, String token, Duration timeout) {
    @Override
    public String toString() {
      return "Target[" + url + "]";
    }
  }

  /**
   * The order of precedence is: options of the command line, a profile named there, variables.
   *
   * @param nearest the options of the command itself, then those before it
   */
  public static Target target(List<ConnectOptions> nearest, CommandEnvironment here) {
    int timeout =
        Objects.requireNonNullElse(first(nearest, options -> options.timeout), USUAL_TIMEOUT);
    if (timeout < 1 || timeout > MOST_SECONDS) {
      throw CommandFailed.usage(
          "--timeout must be 1 to " + MOST_SECONDS + " seconds, not " + timeout);
    }
    var profile = first(nearest, options -> options.profile);
    var file = ProfileFile.in(here);
    var named = profile == null ? ConnectionProfile.NONE : file.named(profile);
    var fallback = profile == null ? fallback(here, file) : ConnectionProfile.NONE;
    return new Target(
        given(
            first(nearest, options -> options.url),
            named.url(),
            here.variable("TAPLINE_URL"),
            fallback.url(),
            USUAL_URL),
        given(
            first(nearest, options -> options.token),
            named.token(),
            here.variable("TAPLINE_TOKEN"),
            fallback.token()),
        Duration.ofSeconds(timeout));
  }

  private static <T> T first(List<ConnectOptions> nearest, Function<ConnectOptions, T> option) {
    return nearest.stream().map(option).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /** A profile that the command line does not name fills the gaps that the variables leave. */
  private static ConnectionProfile fallback(CommandEnvironment here, ProfileFile file) {
    var variable = here.variable("TAPLINE_PROFILE");
    return variable == null ? file.usual() : file.named(variable);
  }

  private static String given(String... values) {
    for (var value : values) {
      if (value != null && !value.isBlank()) {
        return value.strip();
      }
    }
    return null;
  }
}

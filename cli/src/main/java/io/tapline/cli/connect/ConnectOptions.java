package io.tapline.cli.connect;

import io.tapline.cli.CommandFailed;
import io.tapline.cli.Surroundings;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Which server, and as whom. */
public final class ConnectOptions {

  private static final String USUAL_URL = "http://127.0.0.1:8080";
  private static final int MOST_SECONDS = 3600;

  @Option(
      names = "--url",
      paramLabel = "URL",
      order = 100,
      description = "The server; or TAPLINE_URL, or a profile. Default " + USUAL_URL + ".")
  private String url;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      order = 101,
      description = "Better as TAPLINE_TOKEN or in a profile: a list of processes shows this one.")
  private String token;

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      order = 102,
      description = "A profile of ~/.config/tapline/config.yaml; or TAPLINE_PROFILE.")
  private String profile;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      order = 103,
      description = "How long an answer may take; default ${DEFAULT-VALUE}.")
  private int timeout = 30;

  /**
   * @param token null when there is none
   */
  public record Target(String url, String token, Duration timeout) {
    @Override
    public String toString() {
      return "Target[" + url + "]";
    }
  }

  /** What stands on the command line goes first, then a profile named there, then variables. */
  public Target target(Surroundings here) {
    if (timeout < 1 || timeout > MOST_SECONDS) {
      throw CommandFailed.usage("--timeout is 1 to " + MOST_SECONDS + " seconds, not " + timeout);
    }
    var file = ProfileFile.in(here);
    var named = profile == null ? Profile.NONE : file.named(profile);
    var fallback = profile == null ? fallback(here, file) : Profile.NONE;
    return new Target(
        first(url, named.url(), here.variable("TAPLINE_URL"), fallback.url(), USUAL_URL),
        first(token, named.token(), here.variable("TAPLINE_TOKEN"), fallback.token()),
        Duration.ofSeconds(timeout));
  }

  /** A profile that nobody named on the command line gives what variables leave open. */
  private static Profile fallback(Surroundings here, ProfileFile file) {
    var variable = here.variable("TAPLINE_PROFILE");
    return variable == null ? file.usual() : file.named(variable);
  }

  private static String first(String... values) {
    for (var value : values) {
      if (value != null && !value.isBlank()) {
        return value.strip();
      }
    }
    return null;
  }
}

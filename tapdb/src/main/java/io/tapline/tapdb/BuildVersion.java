package io.tapline.tapdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The software version in evidence: {@code tapline/1.2.3+0123456789ab}. */
public final class BuildVersion {

  private static final String UNKNOWN = "dev";

  private BuildVersion() {}

  /** The version of this build; classes of another build have {@code dev}. */
  public static String text() {
    var build = new Properties();
    try (var in = BuildVersion.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text(build.getProperty("version"), build.getProperty("commit"));
  }

  public static String text(String version, String commit) {
    return "tapline/"
        + (filled(version) ? version : UNKNOWN)
        + (filled(commit) ? "+" + commit : "");
  }

  /** A build without a value leaves the placeholder. */
  private static boolean filled(String value) {
    return value != null && !value.isBlank() && !value.startsWith("${");
  }
}

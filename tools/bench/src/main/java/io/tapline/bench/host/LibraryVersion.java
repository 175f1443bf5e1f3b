package io.tapline.bench.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of a library on the class path. */
public final class LibraryVersion {

  private LibraryVersion() {}

  /** Reads the manifest of the jar, or the properties that Maven adds to it. */
  public static String read(Class<?> member, String group, String artifact) {
    var stated = member.getPackage().getImplementationVersion();
    return stated != null ? stated : fromMaven(member, group, artifact);
  }

  private static String fromMaven(Class<?> member, String group, String artifact) {
    var path = "/META-INF/maven/" + group + "/" + artifact + "/pom.properties";
    try (var stream = member.getResourceAsStream(path)) {
      if (stream == null) {
        return "unknown";
      }
      var properties = new Properties();
      properties.load(stream);
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

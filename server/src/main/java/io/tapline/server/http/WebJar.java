package io.tapline.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** A browser library as a WebJar on the class path; the build determines its version. */
public record WebJar(String group, String name) {

  public String version() {
    try (var in = resource("/META-INF/maven/" + group + "/" + name + "/pom.properties")) {
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The content of one of its files. */
  public byte[] file(String path) {
    var resource = "/META-INF/resources/webjars/" + name + "/" + version() + "/" + path;
    try (var in = resource(resource)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream resource(String path) {
    return WebJar.class.getResourceAsStream(path);
  }
}

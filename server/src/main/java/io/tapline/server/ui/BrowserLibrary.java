package io.tapline.server.ui;

import java.io.IOException;
import java.util.List;
import java.util.Properties;

/**
 * A browser library from a WebJar, and those of its files that the pages use.
 *
 * @param name its artifact, and the folder in its URL
 */
record BrowserLibrary(String name, List<String> files) {

  static final List<BrowserLibrary> ALL =
      List.of(
          new BrowserLibrary(
              "lit-html",
              List.of(
                  "lit-html.js",
                  "directive.js",
                  "directive-helpers.js",
                  "directives/keyed.js",
                  "directives/live.js",
                  "directives/repeat.js")),
          new BrowserLibrary("chart.js", List.of("dist/chart.umd.min.js")));

  /** The path of a file on the class path; the build determines the version. */
  String resource(String file) throws IOException {
    var about = "/META-INF/maven/org.webjars.npm/" + name + "/pom.properties";
    try (var in = BrowserLibrary.class.getResourceAsStream(about)) {
      var properties = new Properties();
      properties.load(in);
      var version = properties.getProperty("version");
      return "META-INF/resources/webjars/" + name + "/" + version + "/" + file;
    }
  }
}

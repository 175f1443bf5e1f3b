package io.tapline.server.ui;

import java.io.IOException;
import java.util.List;
import java.util.Properties;

/**
 * A library for the browser that comes as a WebJar, and which of its files the pages use.
 *
 * @param name its artifact, and the folder it is served from
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

  /** Where a file of it is on the class path; its version is the one that the build has. */
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

package io.tapline.server.ui;

import io.tapline.server.http.WebJar;
import java.util.List;

/** A browser library, and those of its files that the pages use. */
record BrowserLibrary(WebJar jar, List<String> files) {

  static final List<BrowserLibrary> ALL =
      List.of(
          new BrowserLibrary(
              new WebJar("org.webjars.npm", "lit-html"),
              List.of(
                  "lit-html.js",
                  "directive.js",
                  "directive-helpers.js",
                  "directives/keyed.js",
                  "directives/live.js",
                  "directives/repeat.js")),
          new BrowserLibrary(
              new WebJar("org.webjars.npm", "chart.js"), List.of("dist/chart.umd.min.js")));
}

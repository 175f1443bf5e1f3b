package io.tapline.server.ui;

import io.tapline.server.http.WebJar;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.MediaType;
import org.springframework.web.util.HtmlUtils;

/**
 * All files of the pages, in memory. Their URLs contain a hash of their content, so that browsers
 * may cache them without limit and never mix two versions.
 */
final class UiFiles {

  static final String ROOT = "/ui/";

  private static final String FOLDER = "io/tapline/server/ui/";
  private static final String SHELL = "index.html";
  private static final int VERSION_LENGTH = 16;

  private final Map<String, UiFile> files;
  private final UiFile shell;

  private UiFiles(Map<String, UiFile> files, UiFile shell) {
    this.files = files;
    this.shell = shell;
  }

  /**
   * @param provider the name of the identity provider for sign-in; empty for none
   */
  static UiFiles load(String provider) {
    try {
      var contents = contents();
      var shell = new String(contents.remove(SHELL), StandardCharsets.UTF_8);
      var base = ROOT + version(contents, shell);
      var files = new TreeMap<String, UiFile>();
      contents.forEach((name, bytes) -> files.put(base + "/" + name, UiFile.of(name, bytes)));
      return new UiFiles(files, UiFile.of(SHELL, shell(shell, base, provider, contents)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file at this path, or null. */
  UiFile at(String path) {
    return files.get(path);
  }

  /** All files except the page, by path. */
  Map<String, UiFile> all() {
    return files;
  }

  /** The HTML page of all screens. */
  UiFile shell() {
    return shell;
  }

  private static Map<String, byte[]> contents() throws IOException {
    var contents = new TreeMap<String, byte[]>();
    var own = new PathMatchingResourcePatternResolver(UiFiles.class.getClassLoader());
    for (var file : own.getResources("classpath*:" + FOLDER + "**/*.*")) {
      var url = file.getURL().toString();
      if (!url.endsWith(".class")) {
        contents.put(
            url.substring(url.lastIndexOf(FOLDER) + FOLDER.length()), file.getContentAsByteArray());
      }
    }
    for (var library : BrowserLibrary.ALL) {
      for (var file : library.files()) {
        contents.put("lib/" + library.jar().name() + "/" + file, library.jar().file(file));
      }
    }
    return contents;
  }

  /**
   * The page preloads every module, so that the browser does not discover them one after the other.
   */
  private static byte[] shell(
      String text, String base, String provider, Map<String, byte[]> contents) {
    var modules =
        contents.keySet().stream()
            .filter(name -> name.startsWith("js/") || name.startsWith("lib/lit-html/"))
            .map(name -> "<link rel=\"modulepreload\" href=\"" + base + "/" + name + "\">")
            .collect(Collectors.joining("\n"));
    return text.replace("{{base}}", base)
        .replace("{{provider}}", HtmlUtils.htmlEscape(provider))
        .replace("{{modules}}", modules)
        .getBytes(StandardCharsets.UTF_8);
  }

  private static String version(Map<String, byte[]> contents, String shell) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(shell.getBytes(StandardCharsets.UTF_8));
      contents.forEach(
          (name, bytes) -> {
            digest.update(name.getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
          });
      return HexFormat.of().formatHex(digest.digest()).substring(0, VERSION_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

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

  /** One file of the pages, plain and compressed. */
  record UiFile(MediaType type, byte[] plain, byte[] gzip) {

    private static final Map<String, String> TYPES =
        Map.of(
            "html", "text/html;charset=UTF-8",
            "css", "text/css;charset=UTF-8",
            "js", "text/javascript;charset=UTF-8",
            "svg", "image/svg+xml;charset=UTF-8");

    static UiFile of(String name, byte[] bytes) {
      var type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
      if (type == null) {
        throw new IllegalArgumentException(name + " is of a type that the pages do not use");
      }
      return new UiFile(MediaType.parseMediaType(type), bytes, compressed(bytes));
    }

    private static byte[] compressed(byte[] bytes) {
      var out = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(out)) {
        gzip.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return out.toByteArray();
    }
  }
}

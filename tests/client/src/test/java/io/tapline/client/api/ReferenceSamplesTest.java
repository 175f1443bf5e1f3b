package io.tapline.client.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.springframework.util.FileSystemUtils;

/** The calls that the API reference shows. */
class ReferenceSamplesTest extends TypedCallsOnServer {

  /** The Java samples of the reference compile, and the Python samples call existing functions. */
  @Test
  void the_reference_shows_calls_that_there_are() throws Exception {
    var java = samples("Java");
    var python = samples("Python");
    assertThat(java).hasSizeGreaterThan(120).hasSameSizeAs(python);
    assertThat(compiled(java)).isEmpty();
    var client = Files.readString(Path.of("../../clients/python/src/tapline/client.py"));
    var transport = Files.readString(Path.of("../../clients/python/src/tapline/transport.py"));
    for (var sample : python) {
      var own = Pattern.compile("^client\\.(transport\\.)?(\\w+)\\(").matcher(sample);
      if (own.find()) {
        assertThat(own.group(1) == null ? client : transport).contains("def " + own.group(2) + "(");
      } else {
        assertThat(sample).startsWith("request = urllib.request.Request(");
      }
    }
    assertThat(
            java.stream()
                .filter(sample -> sample.startsWith("client.") && !sample.contains(".http()")))
        .as("typed calls")
        .hasSizeGreaterThanOrEqualTo(90);
  }

  private static List<String> samples(String language) {
    var samples = new ArrayList<String>();
    for (var path : document.path("paths")) {
      for (var operation : path) {
        for (var sample : operation.path("x-codeSamples")) {
          if (sample.path("lang").asString().equals(language)) {
            samples.add(sample.path("source").asString());
          }
        }
      }
    }
    return samples;
  }

  /** Compiler errors for these statements. */
  private static List<String> compiled(List<String> statements) throws java.io.IOException {
    var text = new StringBuilder();
    for (var name :
        List.of(
            "java.net",
            "java.net.http",
            "java.time",
            "java.util",
            "io.tapline.api",
            "io.tapline.api.request",
            "io.tapline.client",
            "io.tapline.client.api",
            "io.tapline.client.error",
            "io.tapline.client.http")) {
      text.append("import ").append(name).append(".*;\n");
    }
    text.append("class Samples {\n");
    for (int i = 0; i < statements.size(); i++) {
      text.append("void s").append(i);
      text.append("(TaplineClient client, String leaseToken) throws Exception {\n");
      text.append(statements.get(i)).append("\n}\n");
    }
    text.append("}\n");
    var source =
        new SimpleJavaFileObject(URI.create("string:///Samples.java"), JavaFileObject.Kind.SOURCE) {
          @Override
          public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
          }
        };
    var faults = new DiagnosticCollector<JavaFileObject>();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var folder = Files.createTempDirectory("tapline-samples");
    compiler
        .getTask(
            null,
            null,
            faults,
            List.of(
                "-proc:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path")),
            null,
            List.of(source))
        .call();
    FileSystemUtils.deleteRecursively(folder);
    return faults.getDiagnostics().stream()
        .filter(fault -> fault.getKind() == Diagnostic.Kind.ERROR)
        .map(Object::toString)
        .toList();
  }
}

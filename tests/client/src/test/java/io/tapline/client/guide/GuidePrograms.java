package io.tapline.client.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/** The programs of a page of the guide, compiled as they stand there. */
final class GuidePrograms {

  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(.*?public class (\\w+) .*?)```", Pattern.DOTALL);

  private final Path classes;

  private GuidePrograms(Path classes) {
    this.classes = classes;
  }

  static GuidePrograms compile(Path page, Path folder) throws IOException {
    var text = Files.readString(page);
    var files = new ArrayList<String>();
    for (var found = PROGRAM.matcher(text); found.find(); ) {
      files.add(
          Files.writeString(folder.resolve(found.group(2) + ".java"), found.group(1)).toString());
    }
    assertThat(files).as("every Java block is a program").hasSize(text.split("```java").length - 1);
    var arguments =
        new ArrayList<>(
            List.of("-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
    arguments.addAll(files);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(failed).as("the compiler's verdict").isZero();
    return new GuidePrograms(folder);
  }

  /** Runs a program as its reader would. */
  Process run(String program, String url, String token) throws IOException {
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classes + java.io.File.pathSeparator + System.getProperty("java.class.path"),
                program)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("TAPLINE_URL", url);
    builder.environment().put("TAPLINE_TOKEN", token);
    return builder.start();
  }
}

package io.tapline.server.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Executors of somebody's own: sources, compiled against the server as it is, in a jar. */
public final class PluginJar {

  private static final String SERVICE =
      "META-INF/services/io.tapline.server.tasks.InternalExecutor";

  private final Map<String, byte[]> files = new TreeMap<>();

  private PluginJar() {}

  /**
   * @param sources by path, as {@code org/example/Rotate.java}
   * @param executors the classes that are offered
   */
  public static PluginJar of(Map<String, String> sources, String... executors) throws IOException {
    var jar = new PluginJar();
    jar.compile(sources);
    jar.files.put(SERVICE, String.join("\n", executors).getBytes(StandardCharsets.UTF_8));
    return jar;
  }

  /** A folder with Java sources and the file that names its services. */
  public static PluginJar of(Path folder) throws IOException {
    var sources = new TreeMap<String, String>();
    try (var all = Files.list(folder)) {
      for (var file : all.filter(one -> one.toString().endsWith(".java")).toList()) {
        sources.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return of(sources, Files.readString(folder.resolve(SERVICE)).strip());
  }

  /** Somebody forgot it. */
  public PluginJar without(String file) {
    files.remove(file);
    return this;
  }

  public void write(Path to) throws IOException {
    try (var jar = new JarOutputStream(Files.newOutputStream(to))) {
      for (var file : files.entrySet()) {
        jar.putNextEntry(new JarEntry(file.getKey()));
        jar.write(file.getValue());
        jar.closeEntry();
      }
    }
  }

  private void compile(Map<String, String> sources) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var units = new ArrayList<JavaFileObject>();
    sources.forEach((path, text) -> units.add(new Source(path, text)));
    var said = new StringWriter();
    try (var manager = new Classes(compiler.getStandardFileManager(null, null, null))) {
      var options = List.of("-proc:none", "-classpath", System.getProperty("java.class.path"));
      if (!compiler.getTask(said, manager, null, options, null, units).call()) {
        throw new AssertionError(said);
      }
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String path, String text) {
      super(URI.create("memory:///" + path), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  /** Keeps what is compiled as files of the jar. */
  private final class Classes extends ForwardingJavaFileManager<JavaFileManager> {
    Classes(JavaFileManager manager) {
      super(manager);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      var path = name.replace('.', '/') + kind.extension;
      return new SimpleJavaFileObject(URI.create("memory:///" + path), kind) {
        @Override
        public OutputStream openOutputStream() {
          return new ByteArrayOutputStream() {
            @Override
            public void close() {
              files.put(path, toByteArray());
            }
          };
        }
      };
    }
  }
}

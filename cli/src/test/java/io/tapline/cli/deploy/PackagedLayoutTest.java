package io.tapline.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapline.server.Companion;
import io.tapline.server.testing.HttpApi;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The image, the tarball and the systemd unit, without Docker: the layout that all of them are made
 * of is built in a folder, which stands for the image's root, and started from there as the image
 * would be. Where the tests run as root, it is started as the image's user, to whom all but its own
 * folders is read-only.
 */
@Timeout(600)
class PackagedLayoutTest {

  private static final Path SOURCES = Path.of("..");
  private static final String TOKEN = "long-enough-for-everyone";
  private static final String USER = "10001";

  @TempDir private static Path root;

  private static ImageFile image;
  private static Path installation;

  @BeforeAll
  static void lay() throws Exception {
    image = ImageFile.read(SOURCES.resolve("Dockerfile"));
    var lib = Files.createDirectories(root.resolve("build/lib"));
    for (var entry : System.getProperty("java.class.path").split(":")) {
      gather(Path.of(entry), lib);
    }
    installation = inRoot("/opt/tapline");
    run(SOURCES.resolve("packaging/layout").toString(), lib.toString(), installation.toString());
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Imitates the content of cli/target/lib: jars as they are, folders of classes as jars. */
  private static void gather(Path entry, Path lib) throws IOException {
    var name = entry.getFileName().toString();
    if (name.endsWith(".jar") && !name.endsWith("-tests.jar")) {
      Files.copy(entry, lib.resolve(name));
    } else if (name.equals("classes")) {
      var module = entry.toAbsolutePath().getParent().getParent().getFileName();
      var jar = lib.resolve("tapline-" + module + "-0.jar").toString();
      int code =
          ToolProvider.findFirst("jar")
              .orElseThrow()
              .run(System.out, System.err, "-cf0", jar, "-C", entry.toString(), ".");
      assertThat(code).isZero();
    }
  }

  /** The local path of a path of the image. */
  private static Path inRoot(String path) {
    return root.resolve("image" + path);
  }

  private static String moved(String text) {
    return text.replace("/opt/tapline", inRoot("/opt/tapline").toString())
        .replace("/var/lib/tapline", inRoot("/var/lib/tapline").toString());
  }

  private static String run(String... command) throws Exception {
    return run(new ProcessBuilder(command).redirectErrorStream(true));
  }

  private static String run(ProcessBuilder builder) throws Exception {
    var process = builder.start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(String.join(" ", builder.command()) + "\n" + said).isZero();
    return said;
  }

  @Test
  void what_the_build_copies_is_there_and_what_it_runs_makes_the_layout() {
    for (var copy : image.all(0, "COPY")) {
      var words = List.of(copy.split(" "));
      for (var source : words.subList(0, words.size() - 1)) {
        assertThat(SOURCES.resolve(source)).as(copy).exists();
      }
    }
    assertThat(image.all(0, "COPY"))
        .contains(
            "packaging ./packaging", "cli ./cli", "tools/demo ./tools/demo", "server ./server");
    assertThat(image.all(0, "RUN").get(0))
        .contains("-pl cli -am package")
        .contains("cp cli/target/tapline-cli-*.jar cli/target/lib/")
        .endsWith("&& packaging/layout cli/target/lib /opt/tapline");
    assertThat(image.all(1, "COPY")).containsExactly("--from=build /opt/tapline /opt/tapline");
  }

  @Test
  void the_demo_is_in_it() throws Exception {
    var jars = new ArrayList<URL>();
    try (var lib = Files.list(installation.resolve("lib"))) {
      for (var jar : lib.toList()) {
        jars.add(jar.toUri().toURL());
      }
    }
    try (var loader =
        new URLClassLoader(jars.toArray(URL[]::new), Companion.class.getClassLoader())) {
      assertThat(ServiceLoader.load(Companion.class, loader))
          .anyMatch(one -> one.name().equals("demo"));
    }
    assertThat(installation.resolve("lib")).isDirectoryContaining("glob:**tapline-demo*.jar");
  }

  /**
   * Whether it can be run as the image's user; only root can, and then the JVM has to be within
   * reach.
   */
  private static boolean asItsUser() throws Exception {
    return "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/setpriv"))
        && new ProcessBuilder(asUser(java(), "-version")).start().waitFor() == 0;
  }

  private static List<String> asUser(String... command) {
    var all =
        new ArrayList<>(
            List.of("/usr/bin/setpriv", "--reuid", USER, "--regid", USER, "--clear-groups"));
    all.addAll(List.of(command));
    return all;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** As the image has it: its environment and nothing of ours, its user, its folder. */
  private static ProcessBuilder inImage(boolean user, Path temporary, List<String> command) {
    var builder =
        new ProcessBuilder(user ? asUser(command.toArray(String[]::new)) : command)
            .directory(new java.io.File(moved(image.last("WORKDIR"))))
            .redirectErrorStream(true);
    var environment = builder.environment();
    environment.clear();
    environment.put("PATH", Path.of(java()).getParent() + ":/usr/bin:/bin");
    environment.put("HOME", moved("/var/lib/tapline"));
    environment.put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Djava.io.tmpdir=" + temporary);
    image.environment().forEach((name, value) -> environment.put(name, moved(value)));
    environment.put("TAPLINE_TOKENS", "ada:" + TOKEN + "=acme/admin");
    return builder;
  }

  @Test
  void it_starts_is_healthy_and_serves_as_a_user_who_may_write_to_two_folders_only()
      throws Exception {
    assertThat(image.last("USER")).isEqualTo(USER + ":" + USER);
    assertThat(image.last("VOLUME")).isEqualTo("/var/lib/tapline");
    boolean user = asItsUser();
    var data = Files.createDirectories(inRoot("/var/lib/tapline"));
    var temporary = Files.createDirectories(root.resolve("tmp"));
    if (user) {
      run("chown", USER + ":" + USER, data.toString(), temporary.toString());
    }
    prepare(false, temporary, 1);
    prepare(user, temporary, 2);
    prepare(false, temporary, 3);
    assertThat(archives()).as("made with the image: of commands, of a server, its size").hasSize(3);
    var before = files(installation);
    var port = String.valueOf(freePort());
    var command = new ArrayList<>(image.words("ENTRYPOINT"));
    command.addAll(image.words("CMD"));
    command.replaceAll(word -> moved(word).replace("8080", port).replace("0.0.0.0", "127.0.0.1"));
    var server = inImage(user, temporary, command).start();
    try (var lines = new BufferedReader(new InputStreamReader(server.getInputStream()))) {
      var said = untilReady(lines);
      assertThat(said).contains("http://127.0.0.1:" + port);
      if (user) {
        assertThat(run("stat", "-c", "%u", "/proc/" + server.pid())).isEqualTo(USER + "\n");
      }
      assertThat(Path.of("/proc/" + server.pid() + "/maps"))
          .as("the archive fits")
          .content()
          .contains(inRoot("/opt/tapline/archives") + "/", "-server.");
      var health = new ArrayList<>(image.words("HEALTHCHECK"));
      health.replaceAll(word -> word.replace("8080", port));
      assertThat(inImage(user, temporary, health).start().waitFor()).as("healthy").isZero();
      health.replaceAll(word -> word.replace(port, "1"));
      assertThat(inImage(user, temporary, health).start().waitFor()).as("not").isNotZero();

      var admin = new HttpApi(URI.create("http://127.0.0.1:" + port), TOKEN);
      assertThat(admin.get("queues").ok().path("items")).isEmpty();
      var queues = List.of(moved(image.words("ENTRYPOINT").get(0)), "queues");
      var cli = inImage(user, temporary, queues);
      cli.environment().put("TAPLINE_URL", "http://127.0.0.1:" + port);
      cli.environment().put("TAPLINE_TOKEN", TOKEN);
      var asked = cli.start();
      var answer = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(asked.waitFor()).as(answer).isZero();

      server.toHandle().destroy();
      assertThat(server.waitFor(120, TimeUnit.SECONDS)).as("SIGTERM reaches the JVM").isTrue();
      assertThat(server.exitValue()).isEqualTo(143);
    } finally {
      server.destroyForcibly();
    }
    assertThat(files(installation)).as("a read-only file system would do").isEqualTo(before);
    assertThat(data.resolve("postgres/data/PG_VERSION")).exists();
    assertThat(data.resolve("postgres/data/postmaster.pid")).as("stopped in order").doesNotExist();
  }

  /** One step of the image's build, by its user or by root. */
  private static void prepare(boolean user, Path temporary, int step) throws Exception {
    var script = moved(image.all(1, "RUN").get(step).replace("/tmp/", temporary + "/"));
    run(inImage(user, temporary, List.of("sh", "-c", script)));
  }

  /** The archives of classes that are there and not empty. */
  private static List<Path> archives() throws IOException {
    try (Stream<Path> walk = Files.walk(inRoot("/opt/tapline/archives"))) {
      return walk.filter(path -> Files.isRegularFile(path) && path.toFile().length() > 0).toList();
    }
  }

  private static String untilReady(BufferedReader lines) throws IOException {
    var said = new StringBuilder();
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      said.append(line).append('\n');
      if (line.contains("Ctrl-C")) {
        return said.toString();
      }
    }
    throw new AssertionError("it did not start:\n" + said);
  }

  private static Map<String, String> files(Path folder) throws IOException {
    var all = new TreeMap<String, String>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (var path : walk.toList()) {
        all.put(path.toString(), Files.size(path) + " " + Files.getLastModifiedTime(path));
      }
    }
    return all;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Through a link, as somebody puts it into /usr/local/bin, and from anywhere. */
  @Test
  void the_command_runs_through_a_link_and_says_when_there_is_no_java(@TempDir Path elsewhere)
      throws Exception {
    var link = elsewhere.resolve("tapline");
    Files.createSymbolicLink(link, installation.resolve("bin/tapline"));
    var builder =
        new ProcessBuilder(link.toString(), "serve", "--help").directory(elsewhere.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    var process = builder.redirectErrorStream(true).start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("--demo", "--database-url");

    builder.environment().put("JAVA_HOME", "/nowhere");
    var without = builder.start();
    assertThat(new String(without.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("install a Java runtime, 17 or newer");
    assertThat(without.waitFor()).isEqualTo(1);
  }

  @Test
  void the_unit_starts_what_is_in_the_tarball() throws IOException {
    var unit = Files.readString(installation.resolve("systemd/tapline.service"));
    assertThat(unit)
        .contains("\nExecStart=/opt/tapline/bin/tapline serve ")
        .contains("\nEnvironmentFile=-/etc/tapline/tapline.env\n")
        .contains("\nUser=tapline\n", "\nStateDirectory=tapline\n", "--data /var/lib/tapline\n")
        .contains("\nSuccessExitStatus=143\n", "\nNoNewPrivileges=true\n");
    for (var line : unit.lines().toList()) {
      assertThat(line).matches("|#.*|\\[(Unit|Service|Install)]|[A-Z][A-Za-z]+=.*");
    }
    assertThat(installation.resolve("systemd/tapline.env")).exists();
  }

  @Test
  void the_unit_is_one_that_systemd_takes(@TempDir Path folder) throws Exception {
    assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/systemd-analyze")),
        "The systemd unit was not verified: systemd-analyze is not installed.");
    var unit = Files.readString(installation.resolve("systemd/tapline.service"));
    var file = Files.writeString(folder.resolve("tapline.service"), moved(unit));
    var process =
        new ProcessBuilder("/usr/bin/systemd-analyze", "verify", "--man=no", file.toString())
            .redirectErrorStream(true)
            .start();
    var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said.lines().filter(line -> line.contains("tapline.service"))).isEmpty();
  }
}

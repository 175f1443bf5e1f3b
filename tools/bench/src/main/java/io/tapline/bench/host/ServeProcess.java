package io.tapline.bench.host;

import io.tapline.server.Main;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * {@code tapline serve} on a database of the bench, in a process of its own, with the default
 * settings and the JVM options of the launcher. It starts without the launcher's archive of
 * classes, which holds for another class path. Its log, one line for each action, is written and
 * discarded. It ends with this JVM, also when this JVM is killed (see {@link ServeMain}).
 */
public final class ServeProcess implements AutoCloseable {

  /** The class to start in a process of its own. */
  public static final String MAIN = ServeMain.class.getName();

  /** The JVM options of a server, separated by spaces; the launcher sets them for the bench. */
  private static final String OPTIONS = "tapline.bench.serverOptions";

  private static final Pattern GRPC = Pattern.compile("\\s*gRPC\\s+port (\\d+)\\s*");
  private static final int STOP_SECONDS = 30;

  private final Process process;
  private final ServerOutput output;

  private ServeProcess(Process process) {
    this.process = process;
    output = new ServerOutput(process, ServerOutput.ADDRESS, GRPC);
  }

  /**
   * Ready when it returns.
   *
   * @param tokens as {@code TAPLINE_TOKENS} has them
   */
  public static ServeProcess start(BenchDatabase at, String tokens) {
    var serve = new ServeProcess(UncheckedCalls.get(builder(at, tokens)::start));
    try {
      serve.address();
      return serve;
    } catch (IllegalStateException e) {
      serve.close();
      throw e;
    }
  }

  private static ProcessBuilder builder(BenchDatabase at, String tokens) {
    var builder = new ProcessBuilder(command());
    builder.environment().put("TAPLINE_DATABASE_URL", at.jdbcUrl());
    builder.environment().put("TAPLINE_DATABASE_USER", at.user());
    builder.environment().put("TAPLINE_DATABASE_PASSWORD", at.password());
    builder.environment().put("TAPLINE_OWNER_PASSWORD", BenchServer.PASSWORDS.owner());
    builder.environment().put("TAPLINE_SERVING_PASSWORD", BenchServer.PASSWORDS.serving());
    builder.environment().put("TAPLINE_TOKENS", tokens);
    builder.redirectErrorStream(true);
    return builder;
  }

  static List<String> command() {
    var command = new ArrayList<String>();
    command.add(ChildProcesses.java());
    command.addAll(compiler());
    command.addAll(options());
    command.addAll(List.of("-Xmx512m", "-Dlogging.config=" + logging()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    command.addAll(List.of("--port", "0", "--grpc-port", "0"));
    return command;
  }

  private static List<String> options() {
    var options = System.getProperty(OPTIONS, "");
    return options.isBlank() ? List.of() : List.of(options.split(" "));
  }

  /** The compiler level of this JVM: all levels in a measurement, the first one in tests. */
  private static List<String> compiler() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("-XX:TieredStopAtLevel="))
        .toList();
  }

  /** The server's own, not the bench's, which comes first on the class path. */
  public static String logging() {
    var code = Main.class.getProtectionDomain().getCodeSource().getLocation();
    var place = code.toString();
    return place.endsWith(".jar") ? "jar:" + place + "!/logback.xml" : place + "logback.xml";
  }

  public String address() {
    return output.get(ServerOutput.ADDRESS);
  }

  /** Host and port where work is streamed from. */
  public String grpcAddress() {
    return "127.0.0.1:" + output.get(GRPC);
  }

  @Override
  public void close() {
    process.destroy();
    ChildProcesses.awaitEnd(process, STOP_SECONDS);
  }

  /** Every role that a bench needs, for one tenant. */
  public static String token(String token, String tenant) {
    return token + "=" + tenant + "/" + "admin+worker_service";
  }
}

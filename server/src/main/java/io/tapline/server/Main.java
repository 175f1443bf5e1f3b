package io.tapline.server;

import io.tapline.server.base.InstalledDoors;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.logging.LogSettings;
import io.tapline.server.security.SecuritySettings;
import io.tapline.server.security.StaticToken;
import io.tapline.tapdb.Database;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./tapline serve}: starts everything, prints its address, and runs until it is stopped. */
@Command(
    name = "tapline serve",
    description =
        "Starts the server, with an embedded PostgreSQL unless another database is given.",
    sortOptions = false,
    usageHelpAutoWidth = true)
public final class Main implements Callable<Integer> {

  private static final int WRONG_USAGE = 2;
  private static final int CANNOT_START = 1;
  private static final int MOST_DRAIN_SECONDS = 600;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "The HTTP port; 0 selects a free one. Default: ${DEFAULT-VALUE}.")
  private int port = ServerSettings.DEFAULT_PORT;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address of the HTTP port. Default: ${DEFAULT-VALUE}.")
  private String host = ServerSettings.DEFAULT_HOST;

  @Option(
      names = "--grpc-port",
      paramLabel = "PORT",
      description = "The port of the gRPC API; 0 selects a free one. Default: no gRPC API.")
  private Integer grpcPort;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "The data folder of the embedded PostgreSQL. Default: .tapline in the folder of the"
              + " tapline command, or .tapline-demo with --demo.")
  private Path data;

  @Option(
      names = "--database-url",
      paramLabel = "URL",
      description =
          "The URL postgresql://user:password@host:5432/name of a PostgreSQL 15 or newer. Default:"
              + " TAPLINE_DATABASE_URL, then the embedded PostgreSQL.")
  private String databaseUrl;

  @Option(
      names = "--database-user",
      paramLabel = "USER",
      description =
          "The administrator, who owns the database and may create roles; only the first start"
              + " needs one. Default: TAPLINE_DATABASE_USER.")
  private String databaseUser;

  @Option(
      names = "--database-password",
      paramLabel = "PASSWORD",
      description =
          "The password of the administrator. Default: TAPLINE_DATABASE_PASSWORD, which is safer,"
              + " because other users can read the command line.")
  private String databasePassword;

  @Option(
      names = "--accept-weak-durability",
      description = "Starts also on a database that may lose acknowledged changes.")
  private boolean acceptWeakDurability;

  @Option(
      names = "--test-clock",
      description = "Permits administrators to advance the clock; for tests only.")
  private boolean testClock;

  @Option(
      names = "--pack",
      paramLabel = "NAME",
      description =
          "A pack of templates, queues and actions, such as wetlab or compute; may be repeated."
              + " Default: TAPLINE_PACKS, separated by commas, then none; --demo loads its own"
              + " packs.")
  private List<String> packs;

  @Option(
      names = "--plugins",
      paramLabel = "DIR",
      description =
          "The folder of jars with your own executors of tasks in @internal. Default:"
              + " TAPLINE_PLUGINS, then none.")
  private String plugins;

  @Option(
      names = "--migrate-only",
      description = "Creates or upgrades the database and its tenants, and exits.")
  private boolean migrateOnly;

  @Option(
      names = "--no-deliveries",
      description =
          "Sends no events to webhooks, for example from a restored copy that is only inspected."
              + " TAPLINE_NO_DELIVERIES=true has the same effect.")
  private boolean noDeliveries;

  @Option(
      names = "--confirm-deliveries",
      description =
          "Permits the deliveries to webhooks from a restored database that replaces the original,"
              + " and exits.")
  private boolean confirmDeliveries;

  @Option(names = "--demo", description = "Runs a simulated laboratory in a separate tenant.")
  private boolean demo;

  @Option(
      names = "--demo-speed",
      paramLabel = "N",
      description = "The speed factor of the demo. Default: 1.")
  private Double demoSpeed;

  @Option(
      names = "--drain-delay-seconds",
      paramLabel = "N",
      description =
          "The time in seconds for which a stopping server still serves all requests while"
              + " /health/ready returns 503, so that load balancers remove it. Default:"
              + " TAPLINE_DRAIN_DELAY_SECONDS, then 0.")
  private String drainDelay;

  @Option(
      names = "--drain-seconds",
      paramLabel = "N",
      description =
          "The time limit in seconds for the requests in progress after the drain delay. Default:"
              + " TAPLINE_DRAIN_SECONDS, then 10.")
  private String drainTime;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help and exits.")
  private boolean help;

  @Option(
      names = "--log-format",
      paramLabel = "FORMAT",
      description = "The format of the log: text or json. Default: TAPLINE_LOG_FORMAT, then text.")
  private String logFormat;

  private final Map<String, String> environment;
  private final PrintStream out;

  public Main(Map<String, String> environment, PrintStream out) {
    this.environment = environment;
    this.out = out;
  }

  public static void main(String[] arguments) {
    System.exit(run(System.getenv(), System.out, System.err, arguments));
  }

  /** Returns when the server has been stopped, or could not start. @return the exit code */
  static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... arguments) {
    var command = new CommandLine(new Main(environment, out));
    command.setOut(new PrintWriter(out, true));
    command.setParameterExceptionHandler(
        (wrong, given) -> {
          err.println("tapline serve: " + bare(wrong.getMessage()) + "; --help lists the options.");
          return WRONG_USAGE;
        });
    command.setExecutionExceptionHandler(
        (thrown, line, parsed) -> {
          err.println("tapline serve: " + explain(thrown));
          return CANNOT_START;
        });
    return command.execute(arguments);
  }

  /** One sentence for the user; the log contains an unexpected error in full. */
  private static String explain(Exception thrown) {
    if (thrown instanceof StartupRefused || thrown instanceof DatabaseLost) {
      return sentence(thrown.getMessage());
    }
    LoggerFactory.getLogger(Main.class).error("the server could not start", thrown);
    return sentence("the server could not start: " + thrown.getMessage());
  }

  private static String sentence(String text) {
    return bare(text) + ".";
  }

  private static String bare(String text) {
    var line = text.strip();
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  @Override
  public Integer call() throws InterruptedException {
    LogSettings.apply(
        either(logFormat, LogSettings.FORMAT), either(null, LogSettings.ACTIONS), demo);
    if (migrateOnly) {
      return migrate();
    }
    if (confirmDeliveries) {
      return confirmDeliveries();
    }
    var server = Server.start(settings(), company());
    var stopped = new CountDownLatch(1);
    server.database().lost().thenRun(stopped::countDown);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, stopped), "tapline-stop"));
    out.println(StartupScreen.render(server));
    out.flush();
    try {
      stopped.await();
    } finally {
      // Nothing to do after a stop; an interrupted caller must not leave a server behind.
      server.close();
    }
    if (server.database().lost().isDone()) {
      throw new DatabaseLost(server.database().lost().join());
    }
    return CommandLine.ExitCode.OK;
  }

  private int migrate() {
    if (demo) {
      throw new StartupRefused("--migrate-only cannot be combined with --demo: omit --demo.");
    }
    print("The database is at schema version " + Server.prepare(settings()) + ".");
    ConsoleGuard.attempt(LogSettings::end);
    return CommandLine.ExitCode.OK;
  }

  private int confirmDeliveries() {
    print(
        Server.confirmDeliveries(settings())
            ? "Events are sent to webhooks from this database from now on."
            : "Deliveries were not fenced; nothing was changed.");
    ConsoleGuard.attempt(LogSettings::end);
    return CommandLine.ExitCode.OK;
  }

  private void stop(Server server, CountDownLatch stopped) {
    print("The server is stopping: it accepts no claims and finishes the requests in progress.");
    server.close();
    ConsoleGuard.attempt(LogSettings::end);
    print("The server has stopped.");
    stopped.countDown();
  }

  private void print(String line) {
    ConsoleGuard.attempt(
        () -> {
          out.println(line);
          out.flush();
        });
  }

  ServerSettings settings() {
    requirePort(port);
    if (grpcPort != null) {
      requirePort(grpcPort);
    }
    return ServerSettingsBuilder.builder()
        .host(host)
        .port(port)
        .data(data().toAbsolutePath().normalize())
        .database(database())
        .roleNames(roleNames())
        .passwords(passwords())
        .tokens(tokens())
        .testClock(testClock)
        .acceptWeakDurability(acceptWeakDurability)
        .noDeliveries(noDeliveries || flag("TAPLINE_NO_DELIVERIES"))
        .sweepEvery(ServerSettings.DEFAULT_SWEEP)
        .connections(ServerSettings.DEFAULT_CONNECTIONS)
        .grpcPort(grpcPort)
        .security(security())
        .doors(doors())
        .packs(packs())
        .drainDelay(seconds(drainDelay, "--drain-delay-seconds", "TAPLINE_DRAIN_DELAY_SECONDS"))
        .drainTime(seconds(drainTime, "--drain-seconds", "TAPLINE_DRAIN_SECONDS"))
        .limits(limits())
        .build();
  }

  private Map<LimitedResource, Long> limits() {
    try {
      return LimitedResource.read(variable -> either(null, variable));
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(e.getMessage(), e);
    }
  }

  private boolean flag(String variable) {
    var text = either(null, variable);
    if (text != null && !text.equalsIgnoreCase("true") && !text.equalsIgnoreCase("false")) {
      throw new StartupRefused(variable + " is neither true nor false.");
    }
    return text != null && text.equalsIgnoreCase("true");
  }

  private List<String> packs() {
    if (packs != null) {
      return packs;
    }
    var named = either(null, "TAPLINE_PACKS");
    return named == null
        ? List.of()
        : Stream.of(named.split(",")).map(String::strip).filter(name -> !name.isEmpty()).toList();
  }

  private Path data() {
    // The demo has its own folder, so that it never reads a user's data.
    return data != null
        ? data
        : Path.of(System.getProperty("tapline.home", "."), demo ? ".tapline-demo" : ".tapline");
  }

  private CompanionRunner company() {
    if (demoSpeed != null && !demo) {
      throw new StartupRefused("--demo-speed requires --demo: add it.");
    }
    return demo
        ? CompanionRunner.of("demo", demoSpeed == null ? 1 : demoSpeed)
        : CompanionRunner.none();
  }

  private static void requirePort(int port) {
    if (port < 0 || port > 65_535) {
      throw new StartupRefused("Port " + port + " is not between 0 and 65535.");
    }
  }

  /** Null when it is not given. */
  private Duration seconds(String given, String option, String variable) {
    var text = either(given, variable);
    if (text == null) {
      return null;
    }
    if (!text.matches("\\d{1,4}") || Integer.parseInt(text) > MOST_DRAIN_SECONDS) {
      throw new StartupRefused(
          (given != null ? option : variable)
              + ": give a whole number of seconds from 0 to "
              + MOST_DRAIN_SECONDS
              + ".");
    }
    return Duration.ofSeconds(Integer.parseInt(text));
  }

  private DatabaseLogin database() {
    var url = either(databaseUrl, "TAPLINE_DATABASE_URL");
    return url == null
        ? null
        : DatabaseLogin.parse(
            url,
            either(databaseUser, "TAPLINE_DATABASE_USER"),
            either(databasePassword, "TAPLINE_DATABASE_PASSWORD"));
  }

  private Database.RoleNames roleNames() {
    var owner = either(null, "TAPLINE_OWNER_USER");
    var serving = either(null, "TAPLINE_SERVING_USER");
    if ((owner == null) != (serving == null)) {
      throw new StartupRefused(
          "TAPLINE_OWNER_USER and TAPLINE_SERVING_USER belong together: set both or neither.");
    }
    try {
      return owner == null ? null : new Database.RoleNames(owner, serving);
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(
          "TAPLINE_OWNER_USER and TAPLINE_SERVING_USER: " + e.getMessage() + ".", e);
    }
  }

  private Database.Passwords passwords() {
    var owner = either(null, "TAPLINE_OWNER_PASSWORD");
    var serving = either(null, "TAPLINE_SERVING_PASSWORD");
    if ((owner == null) != (serving == null)) {
      throw new StartupRefused(
          "TAPLINE_OWNER_PASSWORD and TAPLINE_SERVING_PASSWORD belong together: set both or neither.");
    }
    return owner == null ? null : new Database.Passwords(owner, serving);
  }

  private List<StaticToken> tokens() {
    try {
      return StaticToken.parse(either(null, StaticToken.VARIABLE));
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(e.getMessage(), e);
    }
  }

  private SecuritySettings security() {
    try {
      return SecuritySettings.read(variable -> either(null, variable));
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(e.getMessage(), e);
    }
  }

  private InstalledDoors doors() {
    try {
      return InstalledDoors.read(
          variable -> either(variable.equals("TAPLINE_PLUGINS") ? plugins : null, variable));
    } catch (IllegalArgumentException e) {
      throw new StartupRefused(e.getMessage(), e);
    }
  }

  private String either(String given, String variable) {
    var value = given != null ? given : environment.get(variable);
    return value == null || value.isBlank() ? null : value;
  }

  /** The embedded PostgreSQL cannot be restarted; the message is shown to the operator. */
  private static final class DatabaseLost extends RuntimeException {

    DatabaseLost(String message) {
      super(message);
    }
  }
}

package io.tapline.server.conversation;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.tapline.api.Role;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.database.DatabaseLogin;
import io.tapline.server.security.StaticToken;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A server for conversations: a tenant for each chapter, so that chapters do not see each other, a
 * clock that stands unless a step moves it, and identifiers that begin somewhere else in each run.
 */
public final class ConversationServer implements AutoCloseable {

  /** The tenant of the one who is called {@code foreign}. */
  private static final String ELSEWHERE = "elsewhere";

  private static final long HOUR = 3_600;

  private static final Map<String, Role> PEOPLE =
      Map.of(
          "admin", Role.ADMIN,
          "operator", Role.OPERATOR,
          "service", Role.WORKER_SERVICE,
          "human", Role.WORKER_HUMAN);

  private final TestTapline tapline;
  private final ManagedChannel channel;

  private ConversationServer(TestTapline tapline) {
    this.tapline = tapline;
    this.channel =
        NettyChannelBuilder.forAddress("127.0.0.1", tapline.server().grpcPort())
            .usePlaintext()
            .build();
  }

  public static ConversationServer start(List<ConversationChapter> chapters) {
    var tokens = new ArrayList<StaticToken>();
    for (var chapter : chapters) {
      PEOPLE.forEach((name, role) -> tokens.add(token(chapter.name(), name, Set.of(role))));
      tokens.add(token(chapter.name(), "powerless", Set.of()));
    }
    tokens.add(token(ELSEWHERE, "foreign", Set.of(Role.ADMIN)));
    return new ConversationServer(
        TestTapline.startWith(
            s -> {
              prepare(s.database());
              return ServerSettingsBuilder.builder(s)
                  .tokens(tokens)
                  .grpcPort(0)
                  .build()
                  .withPacks(s.packs());
            }));
  }

  /**
   * Before the server makes its tenants. The clock has a fraction, so that a time that lost it is
   * seen.
   */
  private static void prepare(DatabaseLogin database) {
    var at = Instant.now().truncatedTo(ChronoUnit.HOURS).plusNanos(123_456_000);
    try (var connection =
            DriverManager.getConnection(database.jdbcUrl(), database.user(), database.password());
        var statement = connection.createStatement()) {
      statement.execute(
          "create or replace function tapline.clock() returns timestamptz language sql volatile"
              + " parallel safe return timestamptz '"
              + at
              + "' + tapline.clock_shift()");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static StaticToken token(String tenant, String name, Set<Role> roles) {
    return new StaticToken(name, tenant + "-" + name, tenant, roles);
  }

  public TestTapline tapline() {
    return tapline;
  }

  /** The token of someone in a chapter; null for nobody. */
  public static String token(String chapter, String who) {
    if (who.equals("nobody")) {
      return null;
    }
    if (who.equals("foreign")) {
      return ELSEWHERE + "-foreign";
    }
    return PEOPLE.containsKey(who) || who.equals("powerless") ? chapter + "-" + who : who;
  }

  private void execute(String sql) {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Carries out and compares, or records. */
  public void replay(ConversationChapter chapter) throws Exception {
    replay(chapter, Map.of());
  }

  /** Replays a chapter with further kinds of steps. */
  public void replay(ConversationChapter chapter, Map<String, StepRunner> more) throws Exception {
    var tenant = chapter.name();
    // Each begins with an hour, wherever those before it have left the clock.
    advance(Long.toString(HOUR - now().getEpochSecond() % HOUR));
    skipNumbers(tapline.tenantId(tenant));
    var login = new SqlLogin(tapline, tenant);
    var normalizer = new AnswerNormalizer(now());
    login.names().forEach(name -> normalizer.literal(name, "<login>"));
    var runners =
        new java.util.HashMap<String, StepRunner>(
            Map.of(
                ">",
                new HttpExchange(
                    tapline.address(),
                    who -> token(tenant, who),
                    () -> tapline.awaitFeed(tenant),
                    new CallbackSigner(tenant, this::now)),
                "grpc",
                new GrpcExchange(channel, who -> token(tenant, who)),
                "sql",
                new SqlExchange(login::connect),
                "clock",
                (request, names) -> advance(request),
                "give-up",
                (webhook, names) -> giveUp(tenant, webhook)));
    runners.putAll(more);
    new ConversationReplay(runners, normalizer).replay(chapter);
  }

  /** Tables, views and functions that a tenant's readers and producers were given. */
  List<String> openToSql(String tenant) throws SQLException {
    return new SqlLogin(tapline, tenant).granted();
  }

  /** So that no recording depends on the numbers in its identifiers. */
  private void skipNumbers(long tenantId) {
    int some = ThreadLocalRandom.current().nextInt(1, 5_000_000);
    execute(
        "select setval(s, nextval(s) + %d) from tapline.uid_sequence(%d) s"
            .formatted(some, tenantId));
  }

  /** {@code clock 90} moves it by so many seconds, for every server. */
  private StepAnswer advance(String seconds) {
    execute("select tapline.advance_clock(" + Double.parseDouble(seconds) + ")");
    return StepAnswer.NOTHING;
  }

  /** {@code give-up WEBHOOK}: an event is not delivered any more, which no request can do. */
  private StepAnswer giveUp(String tenant, String webhookEuid) {
    var letter = new TenantApi(tapline, tenant).webhookLetter(webhookEuid);
    return new StepAnswer(List.of(), where -> letter);
  }

  private Instant now() {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select tapline.time_text(tapline.clock())")) {
      rows.next();
      return Instant.parse(rows.getString(1));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    tapline.close();
  }
}

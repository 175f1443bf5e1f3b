package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Databases that are put back to an earlier state in the same cluster, whose system identifier and
 * timeline stay as they are. Other clusters are the subject of {@link FeedEpochTest}, timelines of
 * FailoverTest.
 */
@Timeout(300)
class RestoreTest {

  private static final int DRAWN = 50;

  private final List<AutoCloseable> open = new ArrayList<>();
  private ScratchDatabase scratch;
  private long tenant;

  @BeforeEach
  void provision() {
    scratch = TestServer.database();
    open.add(scratch);
    tenant = new Tenants(provisioned(scratch).owner()).createClosed("acme", "Acme", List.of());
  }

  @AfterEach
  void close() throws Exception {
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }

  @Test
  void a_restore_into_another_database_of_the_cluster_issues_no_identifier_twice()
      throws SQLException {
    scratch.execute("checkpoint");
    var copy = TestServer.copyOf(scratch);
    open.add(copy);
    var here = draw(serving(scratch));
    var there = draw(serving(copy));
    assertThat(there).doesNotContainAnyElementsOf(here);
    assertThat(there.first()).isGreaterThan(here.last()).isLessThan(1L << 53);
    assertThat(lives(copy)).isEqualTo(2);
    assertThat(lives(scratch)).as("lives of the origin, which goes on").isEqualTo(1);
  }

  /** As pg_restore --clean leaves it: the same database, with another table of actions. */
  @Test
  void a_restore_under_an_open_connection_issues_no_identifier_twice() throws SQLException {
    var serving = serving(scratch);
    var before = draw(serving);
    scratch.execute(
        "alter table tapline.fact_row rename to fact_before;"
            + "create table tapline.fact_row (like tapline.fact_before including all);"
            + "alter table tapline.fact_row owner to tapline_owner");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> draw(serving))
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo("08006"));
    drawUntilServed(serving, before);
    assertThat(before.last()).isGreaterThan(1L << 32);
    assertThat(lives(scratch)).isEqualTo(2);
  }

  /** A server keeps the code of its build in memory, and the restored rows may not have it. */
  @Test
  void a_build_that_the_restored_state_does_not_contain_is_added_again() throws SQLException {
    var serving = serving(scratch);
    var before = draw(serving);
    assertThat(build(serving)).containsExactly(BuildVersion.text());
    assertThat(build(serving(scratch))).as("on another connection").isEqualTo(build(serving));
    scratch.execute(
        "update tapline.software_version set version = 'a build before';"
            + "alter table tapline.fact_row rename to fact_before;"
            + "create table tapline.fact_row (like tapline.fact_before including all);"
            + "alter table tapline.fact_row owner to tapline_owner");
    assertThatExceptionOfType(StoreException.class).isThrownBy(() -> build(serving));
    drawUntilServed(serving, before);
    assertThat(build(serving)).containsExactly(BuildVersion.text());
  }

  /** The build that evidence of a transaction refers to. */
  private List<String> build(TapDb store) {
    return store.transaction(
        tenant,
        tx ->
            tx.query(
                "select version from tapline.software_version where code = ?",
                row -> row.getString("version"),
                tx.softwareCode()));
  }

  @Test
  void a_schema_that_is_being_restored_is_unavailable_and_begins_no_epoch() throws SQLException {
    var serving = serving(scratch);
    draw(serving);
    var owner = new TapDb(provisioned(scratch).owner());
    scratch.execute("revoke usage on schema tapline from tapline_serving");
    for (var store : List.of(serving, owner)) {
      assertThatExceptionOfType(StoreException.class)
          .as("nothing is written before all rows are back, by the owner either")
          .isThrownBy(() -> draw(store))
          .satisfies(e -> assertThat(e.sqlState()).isEqualTo("57P03"));
    }
    scratch.execute("grant usage on schema tapline to tapline_serving");
    draw(serving);
    assertThat(lives(scratch)).isEqualTo(1);
  }

  @Test
  void a_statement_without_a_right_is_a_fault_of_its_own() {
    var serving = serving(scratch);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> serving.transaction(tenant, tx -> tx.update("delete from tapline.fact_row")))
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo("42501"));
  }

  /** With the real programs, where they are installed in a version that can read the server. */
  @Test
  void a_dump_is_restored_into_the_same_cluster_and_no_identifier_is_issued_twice(
      @TempDir Path folder) throws Exception {
    assumeTrue(
        dumpReads(scratch),
        "The restore of a real dump was not tested: there is no pg_dump of the server's version.");
    var serving = serving(scratch);
    var issued = draw(serving);
    var dump = folder.resolve("tapline.dump").toString();
    run("pg_dump", "--format=custom", "--file=" + dump, "--dbname=" + url(scratch));
    issued.addAll(draw(serving));

    // It passes over what it cannot drop by itself, such as the constraint of a partition.
    start("pg_restore", "--clean", "--dbname=" + url(scratch), dump);
    drawUntilServed(serving, issued);
    assertThat(lives(scratch)).isEqualTo(2);

    scratch.execute("drop schema tapline cascade");
    run("pg_restore", "--exit-on-error", "--dbname=" + url(scratch), dump);
    drawUntilServed(serving, issued);
    assertThat(lives(scratch)).isEqualTo(2);

    var name = scratch.name();
    try (var other = TestServer.database()) {
      other.execute("drop database " + name + " with (force)");
      other.execute("create database " + name + " template template0");
    }
    run("pg_restore", "--exit-on-error", "--dbname=" + url(scratch), dump);
    drawUntilServed(serving, issued);
    assertThat(lives(scratch)).as("the dump has no trace of the life between").isEqualTo(2);
  }

  /** Through a pool whose connections are from before. */
  private void drawUntilServed(TapDb serving, Set<Long> issued) {
    TreeSet<Long> drawn = null;
    while (drawn == null) {
      try {
        drawn = draw(serving);
      } catch (StoreException e) {
        assertThat(e.sqlState()).matches("08.*|57P.*");
      }
    }
    assertThat(drawn).doesNotContainAnyElementsOf(issued);
    issued.addAll(drawn);
  }

  private TreeSet<Long> draw(TapDb store) {
    return store.transaction(
        tenant,
        tx -> {
          var drawn = new TreeSet<Long>();
          for (int i = 0; i < DRAWN; i++) {
            drawn.add(tx.drawUid());
          }
          return drawn;
        });
  }

  private static Database provisioned(ScratchDatabase scratch) {
    return Database.provision(
        scratch.jdbcUrl(), scratch.user(), scratch.password(), ScratchStore.PASSWORDS);
  }

  /** As a server has it: a pool, whose connections stay open. */
  private TapDb serving(ScratchDatabase scratch) {
    var pool = new HikariDataSource();
    pool.setDataSource(Database.provisioned(scratch.jdbcUrl(), ScratchStore.PASSWORDS).serving());
    pool.setMaximumPoolSize(1);
    open.add(pool);
    return new TapDb(pool);
  }

  private static int lives(ScratchDatabase scratch) throws SQLException {
    try (var connection = scratch.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from tapline.cluster_life")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static boolean dumpReads(ScratchDatabase scratch) throws Exception {
    try (var connection = scratch.connect()) {
      var output = run("pg_dump", "--version");
      int major = Integer.parseInt(output.replaceFirst("(?s).*\\) (\\d+).*", "$1"));
      return major >= connection.getMetaData().getDatabaseMajorVersion();
    } catch (IOException e) {
      return false;
    }
  }

  private static String url(ScratchDatabase scratch) {
    var plain = URI.create(scratch.jdbcUrl().substring("jdbc:".length()));
    return "postgresql://%s:%s@%s%s"
        .formatted(scratch.user(), scratch.password(), plain.getAuthority(), plain.getPath());
  }

  private static String run(String... command) throws IOException, InterruptedException {
    var ended = start(command);
    assertThat(ended.exitCode()).as(command[0] + ": " + ended.output()).isZero();
    return ended.output();
  }

  private static Ended start(String... command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  private record Ended(int exitCode, String output) {}
}

package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Provisioning as exactly the login that docs/operations/running.md describes, starts with the two
 * roles alone, and installations that share a cluster. Every test has roles of its own names.
 */
@Timeout(300)
class InstallationRolesTest {

  private static final Database.Passwords PASSWORDS =
      new Database.Passwords("owner-1", "serving-1");
  private static final String ADMIN_PASSWORD = "admin-1";

  private final String unique = UUID.randomUUID().toString().substring(0, 8);
  private final String admin = "admin_" + unique;
  private final Database.RoleNames names =
      new Database.RoleNames("owner_" + unique, "serving_" + unique);
  private final List<String> tenantRoles = new ArrayList<>();
  private ScratchDatabase first;
  private ScratchDatabase second;

  /** The documented statements, and no others. */
  @BeforeEach
  void makeAdministrator() {
    first = TestServer.database();
    second = TestServer.database();
    first.execute("create role " + admin + " login createrole password '" + ADMIN_PASSWORD + "'");
    first.execute("alter database " + first.name() + " owner to " + admin);
    first.execute("alter database " + second.name() + " owner to " + admin);
  }

  @AfterEach
  void drop() throws SQLException {
    first.close();
    second.close();
    try (var left = TestServer.database()) {
      tenantRoles.addAll(roles(left));
      for (var role : tenantRoles) {
        left.execute("drop role " + role);
      }
    }
  }

  @Test
  void an_administrator_who_is_no_superuser_provisions_and_opens_tenants_to_sql()
      throws SQLException {
    var database = provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    var tenants = new Tenants(database.owner());
    long tenant = tenants.create("acme", "Acme", List.of());
    noteTenantRoles(tenants, tenant);
    new PulsePartitions(database.owner()).makeAhead();
    assertThat(serves(database, tenant)).isTrue();
    assertThat(
            one(
                first,
                "select rolsuper or rolbypassrls from pg_roles where rolname ='%s'"
                    .formatted(names.owner())))
        .isEqualTo("f");
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "false, 4096"})
  void random_passwords_are_stored_with_one_round(boolean random, int rounds) throws SQLException {
    assumeTrue(
        Integer.parseInt(one(first, "show server_version_num")) >= 160_000,
        "PostgreSQL 15 has no setting for the rounds.");
    first.execute("alter database " + first.name() + " set scram_iterations = 4096");
    provision(first, admin, ADMIN_PASSWORD, new Database.Passwords("owner-1", "serving-1", random));
    for (var role : List.of(names.owner(), names.serving())) {
      assertThat(one(first, "select rolpassword from pg_authid where rolname = '" + role + "'"))
          .startsWith("SCRAM-SHA-256$" + rounds + ":");
    }
  }

  @Test
  void a_later_start_needs_no_administrator_and_changes_no_role() throws SQLException {
    provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    var before = rolesAsStored();
    var again = provision(first, null, null, PASSWORDS);
    provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    assertThat(rolesAsStored()).isEqualTo(before);
    assertThat(serves(again, Tenant.SYSTEM)).isTrue();
  }

  @Test
  void a_database_that_nobody_prepared_names_the_administrator_that_is_missing() {
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> provision(first, null, null, PASSWORDS))
        .withMessageContaining("an administrator has to prepare it");
  }

  @Test
  void a_second_installation_with_other_passwords_is_refused_and_the_first_serves_on()
      throws SQLException {
    var installed = provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    var before = rolesAsStored();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                provision(
                    second, admin, ADMIN_PASSWORD, new Database.Passwords("owner-2", "serving-2")))
        .withMessageContaining(names.owner())
        .withMessageContaining("roles of other names");
    assertThat(rolesAsStored()).isEqualTo(before);
    assertThat(one(second, "select count(*) from pg_namespace where nspname = 'tapline'"))
        .isEqualTo("0");
    assertThat(serves(installed, Tenant.SYSTEM)).isTrue();
  }

  @Test
  void a_second_installation_with_roles_of_its_own_stands_beside_the_first() throws SQLException {
    var installed = provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    var others = new Database.RoleNames("owner2_" + unique, "serving2_" + unique);
    var beside =
        Database.provision(
            second.jdbcUrl(),
            admin,
            ADMIN_PASSWORD,
            others,
            new Database.Passwords("owner-2", "serving-2"),
            true);
    assertThat(serves(installed, Tenant.SYSTEM)).isTrue();
    assertThat(serves(beside, Tenant.SYSTEM)).isTrue();
  }

  @Test
  void a_schema_of_other_roles_is_refused_by_name() {
    provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    var others = new Database.RoleNames("owner2_" + unique, "serving2_" + unique);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () ->
                Database.provision(first.jdbcUrl(), admin, ADMIN_PASSWORD, others, PASSWORDS, true))
        .withMessageContaining("belongs to the role " + names.owner());
  }

  @Test
  void a_role_above_the_policies_is_put_right_by_a_superuser() throws SQLException {
    provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    first.execute("alter role " + names.serving() + " bypassrls");
    provision(first, first.user(), first.password(), PASSWORDS);
    assertThat(
            one(
                first,
                "select rolbypassrls from pg_roles where rolname = '%s'"
                    .formatted(names.serving())))
        .isEqualTo("f");
  }

  @Test
  void a_database_of_its_own_is_closed_to_other_logins_and_open_to_readers() throws SQLException {
    var stranger = "stranger_" + unique;
    first.execute("create role " + stranger + " login password 'stranger-1'");
    var database = provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> connect(first, stranger, "stranger-1"))
        .withMessageContaining("permission denied for database");
    var tenants = new Tenants(database.owner());
    long tenant = tenants.create("acme", "Acme", List.of());
    noteTenantRoles(tenants, tenant);
    first.execute("grant " + tenants.readerRole(tenant) + " to " + stranger);
    connect(first, stranger, "stranger-1");
  }

  /** An application's database keeps the rights that its owner gave. */
  @Test
  void a_database_with_tables_of_others_stays_open() throws SQLException {
    first.execute("create table public.orders (number int)");
    provision(first, admin, ADMIN_PASSWORD, PASSWORDS);
    assertThat(one(first, "select has_database_privilege('public', current_database(), 'connect')"))
        .isEqualTo("t");
  }

  private Database provision(
      ScratchDatabase at, String user, String password, Database.Passwords passwords) {
    return Database.provision(at.jdbcUrl(), user, password, names, passwords, true);
  }

  private static boolean serves(Database database, long tenant) {
    return new TapDb(database.serving()).transaction(tenant, Tx::drawUid) > 0;
  }

  /** With their passwords, and the transaction that wrote each. */
  private List<String> rolesAsStored() throws SQLException {
    return list(
        first,
        "select rolname || ' ' || xmin || ' ' || rolpassword from pg_authid where rolname like"
            + " '%"
            + unique
            + "' order by 1");
  }

  private List<String> roles(ScratchDatabase at) throws SQLException {
    return list(
        at, "select rolname from pg_roles where rolname like '%" + unique + "' order by 1 desc");
  }

  /** They are dropped once their database is gone. */
  private void noteTenantRoles(Tenants tenants, long tenant) {
    tenantRoles.add(tenants.readerRole(tenant));
    tenantRoles.add(tenants.producerRole(tenant));
  }

  private static void connect(ScratchDatabase at, String user, String password)
      throws SQLException {
    DriverManager.getConnection(at.jdbcUrl(), user, password).close();
  }

  private static String one(ScratchDatabase at, String query) throws SQLException {
    return list(at, query).get(0);
  }

  private static List<String> list(ScratchDatabase at, String query) throws SQLException {
    try (var connection = at.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      var found = new ArrayList<String>();
      while (rows.next()) {
        found.add(rows.getString(1));
      }
      return found;
    }
  }
}

package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantsTest {

  private static final ScratchStore STORE = new ScratchStore();

  private static final String NOTE = "data/lab/note/1.0";

  /** The sequence leaves room for the record and the action of a lease. */
  private static final int UID_STEP = 4;

  private static final TemplatePack PACK =
      TemplatePack.of(
          "lab.json",
          """
          {"pack": "lab", "version": "1.0", "templates": [
            {"code": "data/lab/note/1.0", "prefix": "NTE", "storage_class": "registry", "display_name": "Note"}]}
          """);

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void a_tenant_is_an_object_of_the_system_tenant_and_its_id_is_the_objects_uid() {
    long id = STORE.tenants().create("lab-1", "The lab", List.of(PACK));
    var tenant = STORE.tenants().byKey("lab-1").orElseThrow();
    assertThat(tenant).isEqualTo(new Tenant(id, tenant.euid(), "lab-1", "The lab", "ACTIVE"));
    assertThat(tenant.euid()).startsWith("Z-TNT-");
    assertThat(EuidMint.uidOf(tenant.euid())).hasValue(id);
    assertThat(STORE.tenants().all()).contains(tenant);
  }

  /** Otherwise each could tell from its own identifiers how much the others do. */
  @Test
  void each_tenant_counts_its_objects_for_itself() {
    long busy = STORE.tenants().create("busy", "Busy", List.of(PACK));
    long quiet = STORE.tenants().create("quiet", "Quiet", List.of(PACK));
    var store = new TapDb(STORE.database().serving());
    long before = store.transaction(quiet, Tx::drawUid);
    store.transaction(busy, tx -> LongStream.range(0, 50).map(i -> drawn(tx)).sum());
    assertThat(store.transaction(quiet, Tx::drawUid)).isEqualTo(before + UID_STEP);
  }

  @Test
  void the_euids_of_two_tenants_are_never_equal() {
    long one = STORE.tenants().create("lab-a", "A", List.of(PACK));
    long other = STORE.tenants().create("lab-b", "B", List.of(PACK));
    var templates = new TapDb(STORE.database().serving()).templates();
    var ofOne = templates.byCode(one, NOTE).orElseThrow();
    var ofOther = templates.byCode(other, NOTE).orElseThrow();
    assertThat(ofOne.mint(42)).matches("[A-HJKMNP-TV-Z]{4}-NTE-.+").isNotEqualTo(ofOther.mint(42));
    assertThat(EuidMint.uidOf(ofOne.mint(42))).hasValue(42);
    assertThat(ofOne.domain())
        .isEqualTo(templates.byCode(one, Tenants.TEMPLATE).orElseThrow().domain());
  }

  @Test
  void a_pack_that_comes_later_keeps_to_the_letters_of_the_tenant() {
    long id = STORE.tenants().create("lab-c", "C", List.of());
    STORE.tenants().create("lab-c", "C", List.of(PACK));
    var templates = new TapDb(STORE.database().serving()).templates();
    assertThat(templates.byCode(id, NOTE).orElseThrow().domain())
        .isEqualTo(templates.byCode(id, Tenants.TEMPLATE).orElseThrow().domain());
  }

  private static long drawn(Tx tx) {
    try {
      return tx.drawUid();
    } catch (SQLException e) {
      throw new StoreException(e);
    }
  }

  @Test
  void the_serving_role_can_look_tenants_up() {
    var tenants = new Tenants(STORE.database().serving());
    assertThat(tenants.byKey("acme")).map(Tenant::id).hasValue(STORE.tenant());
    assertThat(tenants.byKey("nobody")).isEmpty();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> tenants.create("forbidden", "Forbidden", List.of()));
    assertThat(tenants.byKey("forbidden")).isEmpty();
  }

  @Test
  void a_new_tenant_has_the_base_pack_and_the_given_ones() {
    long id = STORE.tenants().create("lab-2", "The lab", List.of(PACK));
    var templates = STORE.serving().templates();
    assertThat(templates.byCode(id, "actor/system/principal/1.0")).isPresent();
    assertThat(templates.byCode(id, "data/lab/note/1.0")).isPresent();
  }

  @Test
  void creating_a_tenant_again_returns_it_and_brings_its_packs() {
    long id = STORE.tenants().create("again", "First", List.of());
    assertThat(STORE.tenants().create("again", "Second", List.of(PACK))).isEqualTo(id);
    assertThat(STORE.tenants().byKey("again").orElseThrow().displayName()).isEqualTo("First");
    assertThat(STORE.serving().templates().byCode(id, "data/lab/note/1.0")).isPresent();
  }

  @Test
  void a_refused_pack_leaves_no_tenant_and_no_role_behind() throws SQLException {
    var wrong =
        TemplatePack.of(
            "wrong.json",
            """
            {"pack": "wrong", "version": "1.0", "templates": [{"code": "data/system/tenant/1.0", "prefix": "TNX",
             "storage_class": "registry", "display_name": "Tenant"}]}
            """);
    long roles = readerRoles();
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> STORE.tenants().create("wrong", "Wrong", List.of(wrong)));
    assertThat(STORE.tenants().byKey("wrong")).isEmpty();
    assertThat(readerRoles()).isEqualTo(roles);
  }

  @Test
  void a_lost_reader_role_is_made_again() throws SQLException {
    long id = STORE.tenants().create("lost", "Lost", List.of());
    var role = STORE.tenants().readerRole(id);
    STORE.asAdmin("drop owned by " + role, "drop role " + role);
    STORE.tenants().create("lost", "Lost", List.of());
    assertThat(
            STORE.adminCount("select count(*) from pg_policies where policyname = '" + role + "'"))
        .isEqualTo(7);
  }

  @Test
  void many_servers_creating_one_tenant_make_one() throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    try {
      var creations =
          IntStream.range(0, 8)
              .<Callable<Long>>mapToObj(
                  i -> () -> STORE.tenants().create("race", "Race", List.of(PACK)))
              .toList();
      var ids = new HashSet<Long>();
      for (var creation : pool.invokeAll(creations)) ids.add(creation.get());
      assertThat(ids).hasSize(1);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void a_tenant_is_created_while_others_work_without_a_deadlock() throws Exception {
    var pool = Executors.newFixedThreadPool(5);
    try {
      var running =
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      pool.submit(
                          () -> {
                            for (int round = 0; round < 40; round++) {
                              // Tables in both orders, held for a while: what a deadlock would
                              // need.
                              var first = i % 2 == 0 ? "generic_template" : "instance";
                              var second = i % 2 == 0 ? "instance" : "generic_template";
                              STORE
                                  .serving()
                                  .transaction(
                                      STORE.tenant(),
                                      tx -> {
                                        tx.query("select count(*) from tapline." + first, row -> 0);
                                        tx.query("select pg_sleep(0.005)", row -> 0);
                                        return tx.query(
                                            "select count(*) from tapline." + second, row -> 0);
                                      });
                            }
                            return 0;
                          }))
              .toList();
      for (int i = 0; i < 5; i++) STORE.tenants().create("busy-" + i, "Busy", List.of());
      for (var each : running) each.get();
    } finally {
      pool.shutdown();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "A",
        "-a",
        "_a",
        "a b",
        "ä",
        "a\n",
        "a\0",
        "0123456789012345678901234567890123456789012345678901234567890123"
      })
  void a_key_that_is_not_plain_is_refused(String key) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> STORE.tenants().create(key, "x", List.of()));
  }

  @Test
  void the_longest_key_and_the_longest_name_fit() {
    var key = "k".repeat(63);
    STORE.tenants().create(key, "n".repeat(Tenants.MAX_DISPLAY_NAME), List.of());
    assertThat(STORE.tenants().byKey(key)).isPresent();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> STORE.tenants().create("k", "n".repeat(Tenants.MAX_DISPLAY_NAME + 1), List.of()));
  }

  private static long readerRoles() throws SQLException {
    return STORE.adminCount(
        "select count(*) from pg_roles, pg_database d where datname = current_database()"
            + " and rolname like 'tapline_reader_' || d.oid || '_%'");
  }
}

package io.tapline.tapdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class PackLoaderTest {

  private static final ScratchStore STORE = new ScratchStore();

  private static final String PACK =
      """
      {"pack": "lab", "version": "1.0", "templates": [
        {"code": "content/CODE/plate/1.0", "prefix": "PMT", "storage_class": "subject", "work_bearing": true,
         "display_name": "Plate", "description": "first", "properties_schema": {"type": "object"}},
        {"code": "data/CODE/note/1.0", "prefix": "NTE", "storage_class": "registry", "display_name": "Note"}]}
      """;

  @AfterAll
  static void close() {
    STORE.close();
  }

  @Test
  void a_loaded_template_is_found_by_its_code_and_its_uid() {
    load(pack("found"));
    var templates = new Templates(STORE.database().serving());
    var plate = templates.byCode(STORE.tenant(), "content/found/plate/1.0").orElseThrow();
    assertThat(plate.prefix()).isEqualTo("PMT");
    assertThat(plate.storageClass()).isEqualTo(StorageClass.SUBJECT);
    assertThat(plate.workBearing()).isTrue();
    assertThat(plate.propertiesSchema()).isEqualTo(Json.parse("{\"type\": \"object\"}"));
    assertThat(templates.byUid(STORE.tenant(), plate.uid())).contains(plate);
    var note = templates.byCode(STORE.tenant(), "data/found/note/1.0").orElseThrow();
    assertThat(note.workBearing()).isFalse();
    assertThat(note.propertiesSchema()).isNull();
  }

  /** Rows store uids; SQL derives the EUIDs of their instances as Java does. */
  @Test
  void sql_derives_the_euids_of_every_template_as_java_does() {
    load(pack("derived"));
    // Bodies with 1 to 13 digits, and the values around each boundary.
    var uids =
        LongStream.iterate(1, uid -> uid > 0, uid -> uid << 5)
            .flatMap(uid -> LongStream.of(uid - 1, uid, uid + 1, uid * 7 + 12_345, uid * 31 + 29))
            .filter(uid -> uid > 0)
            .toArray();
    var templates = new Templates(STORE.database().serving());
    var derived =
        STORE
            .serving()
            .transaction(
                STORE.tenant(),
                tx ->
                    tx.query(
                        "select t.uid as template, u.uid, tapline.euid(t.euid_head, t.euid_even,"
                            + " t.euid_odd, u.uid) as euid from tapline.generic_template t"
                            + " cross join unnest(?::bigint[]) as u(uid) where t.tenant_id = ?",
                        row -> {
                          var template =
                              templates
                                  .byUid(STORE.tenant(), row.getLong("template"))
                                  .orElseThrow();
                          assertThat(row.getString("euid"))
                              .isEqualTo(template.mint(row.getLong("uid")));
                          return template.prefix();
                        },
                        uids,
                        STORE.tenant()));
    assertThat(derived).contains("PMT", "NTE").hasSizeGreaterThan(2 * uids.length);
  }

  @Test
  void a_template_loaded_after_the_first_look_is_seen_at_once() {
    var templates = new Templates(STORE.database().serving());
    assertThat(templates.byCode(STORE.tenant(), "content/late/plate/1.0")).isEmpty();
    load(pack("late"));
    assertThat(templates.byCode(STORE.tenant(), "content/late/plate/1.0")).isPresent();
  }

  @Test
  void a_template_of_one_tenant_is_not_another_tenants() {
    load(pack("mine"));
    long other = STORE.tenants().create("pack-other", "Other", List.of());
    var templates = new Templates(STORE.database().serving());
    var mine = templates.byCode(STORE.tenant(), "content/mine/plate/1.0").orElseThrow();
    assertThat(templates.byCode(other, "content/mine/plate/1.0")).isEmpty();
    assertThat(templates.byUid(other, mine.uid())).isEmpty();
  }

  @Test
  void loading_twice_changes_nothing_not_even_the_time() throws SQLException {
    assertThat(load(pack("twice"))).isEqualTo(2);
    var before = rows("twice");
    assertThat(load(pack("twice"))).isZero();
    assertThat(rows("twice")).isEqualTo(before);
  }

  @Test
  void the_order_of_keys_is_no_change() {
    load(pack("order"));
    var text =
        "{\"version\": \"1.0\", \"pack\": \"lab\", \"templates\": [{\"display_name\": \"Note\","
            + " \"storage_class\": \"registry\", \"prefix\": \"NTE\", \"code\": \"data/order/note/1.0\"}]}";
    assertThat(load(TemplatePack.of("lab.json", text))).isZero();
  }

  @Test
  void a_changed_description_or_schema_updates_that_template_alone() throws SQLException {
    load(pack("change"));
    var before = rows("change");
    assertThat(load(pack("change", "first", "second"))).isEqualTo(1);
    assertThat(load(pack("change", "first", "second", "{\"type\": \"object\"}", "{}")))
        .isEqualTo(1);
    var after = rows("change");
    assertThat(after).hasSize(2).doesNotContain(before.get(0)).contains(before.get(1));
    assertThat(after.get(0)).contains("\"second\"");
  }

  @Test
  void a_template_keeps_its_storage_class_and_its_prefix_for_ever() throws SQLException {
    load(pack("keep"));
    var before = rows("keep");
    refused(
        pack("keep", "\"registry\"", "\"record\"", "first", "second"),
        "$.templates[1].storage_class");
    refused(pack("keep", "\"NTE\"", "\"NTX\"", "first", "second"), "$.templates[1].prefix");
    assertThat(rows("keep")).isEqualTo(before);
  }

  @Test
  void templates_that_share_a_prefix_keep_their_euids_apart() {
    var uids = new HashMap<String, Long>();
    for (var name : List.of("shared", "shared-too")) {
      load(pack(name, "\"NTE\"", "\"PMT\""));
      var templates = new Templates(STORE.database().serving());
      for (var code : List.of("content/" + name + "/plate/1.0", "data/" + name + "/note/1.0")) {
        long uid = STORE.serving().transaction(STORE.tenant(), InstanceRows::uid);
        uids.put(templates.byCode(STORE.tenant(), code).orElseThrow().mint(uid), uid);
      }
    }
    assertThat(uids).hasSize(4);
    uids.forEach((euid, uid) -> assertThat(EuidMint.uidOf(euid)).hasValue(uid));
  }

  @Test
  void servers_that_start_together_load_a_pack_once() throws Exception {
    var pool = Executors.newFixedThreadPool(8);
    try {
      var loads =
          IntStream.range(0, 8).<Callable<Integer>>mapToObj(i -> () -> load(pack("race"))).toList();
      int added = 0;
      for (var load : pool.invokeAll(loads)) added += load.get();
      assertThat(added).isEqualTo(2);
    } finally {
      pool.shutdown();
    }
  }

  private static void refused(TemplatePack pack, String path) {
    assertThatExceptionOfType(PackRefused.class)
        .isThrownBy(() -> load(pack))
        .withMessageStartingWith("lab.json: " + path + ": ");
  }

  private static int load(TemplatePack pack) {
    return STORE
        .owner()
        .transaction(STORE.tenant(), tx -> PackLoader.load(tx.connection(), tx.tenantId(), pack));
  }

  private static TemplatePack pack(String code, String... replacements) {
    var text = PACK.replace("CODE", code);
    for (int i = 0; i < replacements.length; i += 2) {
      text = text.replace(replacements[i], replacements[i + 1]);
    }
    return TemplatePack.of("lab.json", text);
  }

  private static List<String> rows(String code) throws SQLException {
    return STORE
        .owner()
        .transaction(
            STORE.tenant(),
            tx ->
                tx.query(
                    "select t::text from tapline.generic_template t where template_code like ? order by uid",
                    row -> row.getString(1),
                    "%/" + code + "/%"));
  }
}

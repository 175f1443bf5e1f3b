package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** A server with the lab's compatibility endpoints, and specimens on their way through the lab. */
abstract class AtlasOnServer {

  static final String ATLAS = "/api/v1/external/atlas/beta/";

  static TestTapline tapline;
  static HttpApi admin;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    admin = tapline.as("acme-admin");
  }

  static HttpReply post(String path, Object... namesAndValues) {
    return admin.post(ATLAS + path, body(namesAndValues));
  }

  static HttpReply patch(String path, Object... namesAndValues) {
    return patch(admin, path, namesAndValues);
  }

  static HttpReply patch(HttpApi caller, String path, Object... namesAndValues) {
    return caller.send(
        "PATCH", ATLAS + path, Json.print(body(namesAndValues)).getBytes(StandardCharsets.UTF_8));
  }

  /** The first value that a statement of the database's owner finds. */
  static String stored(String sql) {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static Map<String, Object> body(Object... namesAndValues) {
    var body = new HashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }

  static String told(HttpReply reply, String name) {
    return reply.ok().path(name).asString();
  }

  static String specimen() {
    return told(
        post("materials", "specimen_name", "S", "atlas_context", Map.of("order", "O-7")),
        "specimen_euid");
  }

  static String queued(String queue) {
    var specimen = specimen();
    post("queues/" + queue + "/items/" + specimen).ok();
    return specimen;
  }

  static String extract(String specimen) {
    return told(
        post(
            "extractions",
            "source_specimen_euid",
            specimen,
            "well_name",
            "A1",
            "extraction_type",
            "cfdna"),
        "extraction_output_euid");
  }

  static String library(String platform) {
    var output = extract(queued("extraction_prod"));
    var p = platform.toLowerCase(Locale.ROOT);
    var qc =
        post(
            "post-extract-qc",
            "extraction_output_euid",
            output,
            "passed",
            true,
            "next_queue",
            p + "_lib_prep",
            "metrics",
            Map.of("ng_ul", 3));
    assertThat(told(qc, "current_queue")).isEqualTo(p + "_lib_prep");
    var library =
        told(
            post("library-prep", "source_extraction_output_euid", output, "platform", platform),
            "library_prep_output_euid");
    var passed = post("library-qc", "library_material_euid", library, "passed", true);
    assertThat(told(passed, "next_queue")).isEqualTo(p + "_seq_pool");
    return library;
  }
}

package io.tapline.cli.doctor;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ProfileFile;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.error.ForbiddenException;
import io.tapline.client.error.TaplineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tapline doctor}. */
@Command(
    name = "doctor",
    description = {
      "Checks Java, the server, the token and the clock, and prints remedies.",
      "With an administrator's token it also checks the database: version, migrations, rights,"
          + " durability and plans.",
      "With any token it checks whether new jobs are accepted."
    },
    footer = {"%nExample:", "  tapline doctor"})
public final class DoctorCommand extends ServerCommand {

  /** More skew affects tokens, due dates and displayed times. */
  private static final Duration SKEW = Duration.ofSeconds(5);

  private static final int OLDEST_JAVA = 17;

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.text("CHECK", "name"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("DETAIL", "detail"));

  private final List<JsonNode> checks = new ArrayList<>();

  @Override
  protected ExitCode run(ServerSession session) {
    java();
    profiles();
    if (server(session) && token(session)) {
      database(session);
    }
    boolean failed =
        checks.stream().anyMatch(check -> FieldText.text(check, "status").equals("FAIL"));
    if (session.printer().json()) {
      var document = InputDocuments.object().put("healthy", !failed);
      document.putArray("checks").addAll(checks);
      session.printer().document(document);
    } else {
      session.printer().table(COLUMNS, checks);
    }
    return failed ? ExitCode.UNHEALTHY : ExitCode.OK;
  }

  private void add(String name, String status, String detail) {
    checks.add(
        InputDocuments.object().put("name", name).put("status", status).put("detail", detail));
  }

  private void java() {
    int version = Runtime.version().feature();
    add(
        "java",
        version < OLDEST_JAVA ? "FAIL" : "OK",
        Runtime.version()
            + (version < OLDEST_JAVA
                ? " is too old; install Java " + OLDEST_JAVA + " or newer"
                : ""));
  }

  /** Checks that only the owner can read the file, because it contains tokens. */
  private void profiles() {
    var file = ProfileFile.in(here());
    if (!file.exists()) {
      return;
    }
    try {
      var rights = Files.getPosixFilePermissions(file.path());
      boolean open =
          rights.contains(PosixFilePermission.GROUP_READ)
              || rights.contains(PosixFilePermission.OTHERS_READ);
      add(
          "profiles",
          open ? "WARN" : "OK",
          open
              ? "other users can read the file; run chmod 600 " + file.path()
              : file.path().toString());
    } catch (IOException | UnsupportedOperationException e) {
      add("profiles", "WARN", "the permissions of " + file.path() + " cannot be read");
    }
  }

  private boolean server(ServerSession session) {
    try {
      session.get("/health/ready");
      add("server", "OK", "the server and its database answer");
      return true;
    } catch (TaplineException e) {
      add("server", "FAIL", e.getMessage());
      return false;
    }
  }

  private boolean token(ServerSession session) {
    try {
      var me = session.get("/api/v1/me");
      add(
          "token",
          "OK",
          FieldText.text(me, "principal")
              + " of "
              + FieldText.text(me, "tenant")
              + ", "
              + FieldText.text(me, "roles"));
      return true;
    } catch (TaplineException e) {
      add("token", "FAIL", e.getMessage());
      return false;
    }
  }

  private void database(ServerSession session) {
    try {
      var before = Instant.now();
      var report = session.get("doctor");
      clock(before, Instant.parse(report.path("now").asString()), Instant.now());
      report.path("checks").forEach(checks::add);
    } catch (ForbiddenException e) {
      add(
          "database",
          "WARN",
          "the database was not checked, because this requires an administrator's token");
      killSwitch(session);
    } catch (TaplineException e) {
      add("database", "FAIL", e.getMessage());
    }
  }

  /** Every role may read the switch; administrators get it in the report of the server. */
  private void killSwitch(ServerSession session) {
    try {
      var is = session.get("/api/v1/jobs/switch");
      boolean on = is.path("enabled").asBoolean();
      add(
          "job_switch",
          on ? "OK" : "WARN",
          on
              ? "new jobs are accepted"
              : "new jobs are refused since %s by %s (%s); ask an administrator"
                  .formatted(
                      FieldText.text(is, "changed_at"),
                      FieldText.text(is, "changed_by"),
                      FieldText.text(is, "reason")));
    } catch (TaplineException e) {
      add("job_switch", "FAIL", e.getMessage());
    }
  }

  /** The server read its clock between the two instants; a time outside them is skew. */
  private void clock(Instant before, Instant theirs, Instant after) {
    var skew =
        theirs.isBefore(before)
            ? Duration.between(theirs, before)
            : theirs.isAfter(after) ? Duration.between(after, theirs) : Duration.ZERO;
    boolean off = skew.compareTo(SKEW) > 0;
    add(
        "clock",
        off ? "WARN" : "OK",
        off
            ? "the clock differs from the database clock by "
                + skew.toSeconds()
                + " s; synchronize it with NTP"
            : "the clock differs from the database clock by " + skew.toMillis() + " ms");
  }
}

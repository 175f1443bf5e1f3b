package io.tapline.server.doors;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * Looks at a piece of work through each door in turn. What nothing has happened to meanwhile must
 * be told alike by all.
 */
final class DoorComparison {

  private final SharedWork work;
  private final Random random;
  private final List<String> disagreements = new ArrayList<>();
  private final Set<String> words = new TreeSet<>();
  private int compared;

  DoorComparison(SharedWork work, int seed) {
    this.work = work;
    this.random = new Random(seed);
  }

  void run() throws SQLException, InterruptedException {
    var scratch = work.tapline.scratch();
    try (var sql =
        DriverManager.getConnection(scratch.jdbcUrl(), scratch.user(), scratch.password())) {
      while (work.goesOn()) {
        look(sql, work.any(random));
      }
      work.awaitAllHome();
      // Now all of it stands still.
      for (int i = 0; i < 20; i++) {
        look(sql, work.any(random));
      }
    }
  }

  private void look(Connection sql, String id) throws SQLException {
    long before = newestAction(sql, id);
    var first = words(id);
    var task = work.isTask(id) ? task(id) : first.path("task").asString(null);
    var job = work.lab.operator.get("/api/v1/jobs/" + id).ok().path("status").asString();
    var view = view(sql, id);
    var last = words(id);
    if (before != newestAction(sql, id) || !first.equals(last)) {
      return;
    }
    compared++;
    words.add(job);
    if (!Objects.equals(task, first.path("task").asString(null))
        || !Objects.equals(job, first.path("substrate").asString(null))
        || !Objects.equals(view, job)) {
      disagreements.add(id + ": " + first + ", tasks " + task + ", jobs " + job + ", SQL " + view);
    }
  }

  private JsonNode words(String id) {
    return work.lab.operator.get("subjects/" + id).ok().path("status");
  }

  private String task(String id) {
    return work.lab.service.get("/v1/joblib/tasks/" + id).ok().path("status").asString();
  }

  private static long newestAction(Connection sql, String id) throws SQLException {
    return Long.parseLong(
        one(
            sql,
            "select coalesce(max(a.uid), 0) from tapline.instance_action a"
                + " join tapline.instance_subject s on s.tenant_id = a.tenant_id"
                + " and s.uid = a.executed_on_uid where s.euid = ?",
            id));
  }

  private static String view(Connection sql, String id) throws SQLException {
    return one(sql, "select status from tapline.v_job where job_id = ?", id);
  }

  private static String one(Connection sql, String query, String id) throws SQLException {
    try (var statement = sql.prepareStatement(query)) {
      statement.setString(1, id);
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  List<String> disagreements() {
    return disagreements;
  }

  int compared() {
    return compared;
  }

  Set<String> words() {
    return words;
  }
}

package io.tapline.server.ui;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TenantApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Actions of operators and people at a bench, by clicks; the API verifies the results. */
@ExtendWith(ScreenExtension.class)
abstract class OperatorScreens {

  static BrowserScreen screen;
  static TenantApi lab;

  @BeforeAll
  static void sit(ScreenExtension.Shared bench) {
    screen = bench.screen;
    lab = bench.lab;
  }

  static JsonNode subject(String euid) {
    return lab.operator.get("subjects/" + euid).ok();
  }

  static JsonNode actions(String euid, String key) {
    return lab.operator
        .get("actions?subject_euid=" + euid + "&action_key=" + key)
        .ok()
        .get("items");
  }

  static String principal(HttpApi who) {
    return who.get("/api/v1/me").ok().path("principal").asString();
  }

  static String worker(String euid) {
    return lab.admin.get("workers/" + euid).ok().path("effective_status").asString();
  }

  /** Failed for good: in the dead letters. */
  static String dead(String queue, String message) {
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    var claim = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/fail",
            TenantApi.on(worker, claim, "error_class", "PERMANENT_INPUT", "error_message", message))
        .ok();
    return subject;
  }
}

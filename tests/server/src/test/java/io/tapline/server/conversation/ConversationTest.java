package io.tapline.server.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.grpc.v1.DispatchGrpc;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The recorded conversation with the server without doors. */
class ConversationTest extends ConversationRules {

  @Override
  Map<String, String> withoutSuccess() {
    return Map.of("GET /login", "takes the one-time code of a first start, see FirstStartTest");
  }

  /** Codes that no request of a conversation causes, with the reason. */
  private static final Map<String, String> NO_CODE =
      Map.of(
          "INTERNAL_ERROR", "a fault of ours",
          "UNAVAILABLE", "the database does not answer, see SilentDatabaseTest",
          "DRAINING", "the server ends, see ServerDrainTest",
          "REQUEST_TIMEOUT", "a body that comes slowly, see BodyLimitsTest",
          "RATE_LIMITED", "many wrong credentials, see FailedAttemptsTest",
          "TOO_MANY_READERS", "many open streams, see EventStreamTest");

  @Test
  void every_code_is_given_by_some_endpoint() {
    var declared = new TreeSet<String>();
    server
        .tapline()
        .endpoints()
        .forEach(endpoint -> endpoint.allRefusals().forEach(code -> declared.add(code.name())));
    declared.removeAll(coverage().codesGiven());
    assertThat(declared).containsExactlyInAnyOrderElementsOf(NO_CODE.keySet());
  }

  @Test
  void every_grpc_method_is_called() {
    var coverage = coverage();
    for (var method : DispatchGrpc.getServiceDescriptor().getMethods()) {
      assertThat(coverage.asked("grpc", method.getBareMethodName()))
          .as(method.getBareMethodName())
          .isTrue();
    }
  }

  @Test
  void everything_that_is_open_to_sql_is_asked() throws SQLException {
    var open = server.openToSql(CHAPTERS.get(0).name());
    assertThat(open).hasSizeGreaterThan(8);
    var coverage = coverage();
    for (var name : open) {
      assertThat(coverage.asked("sql", name)).as("tapline." + name + " in a chapter").isTrue();
    }
  }
}

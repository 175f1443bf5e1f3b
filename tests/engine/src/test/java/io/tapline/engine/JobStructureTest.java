package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.Code;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Forbidden fields and executors of a job are refused in SQL and in Java, and no row is written.
 */
class JobStructureTest extends InspectedTenantTest {

  private static final String KIND = "kind";

  @BeforeEach
  void kind() {
    lab.queue(
        KIND,
        InspectedTenant.fields(60, 3, "DOT").toBuilder()
            .executor("DOT")
            .payloadPolicy(PayloadPolicy.SIGNAL_ONLY)
            .build());
    new Tenants(test.owner()).openToSql(lab.tenantId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "body",
        "content",
        "raw",
        "vector",
        "embedding",
        "secret",
        "token",
        "password",
        "ssn",
        "personal_data"
      })
  void data_is_refused_by_its_key_at_both_doors(String key) throws SQLException {
    refusedAtBothDoors(
        Code.PAYLOAD_REFUSED, "TL004", "properties." + key, job("DOT").put(key, "x"));
    var deep = job("DOT");
    deep.putArray("steps").addObject().putObject("inner").putNull(key);
    refusedAtBothDoors(Code.PAYLOAD_REFUSED, "TL004", "properties.steps.0.inner." + key, deep);
  }

  @ParameterizedTest
  @ValueSource(strings = {"MOT", "Cron", "Agent", "dot"})
  void another_executor_is_refused_at_both_doors(String executor) throws SQLException {
    refusedAtBothDoors(Code.VALIDATION_FAILED, "TL001", "properties.job.executor", job(executor));
  }

  @ParameterizedTest
  @CsvSource({
    "domain,", "source_system,", "executor,",
    "domain,' '", "source_system,' '", "enqueued_by,' '",
    "payload_classification,public",
  })
  void what_a_job_must_say_is_asked_for_at_both_doors(String name, String said)
      throws SQLException {
    var job = job("DOT");
    if (said == null) {
      ((ObjectNode) job.get("job")).remove(name);
    } else {
      ((ObjectNode) job.get("job")).put(name, said);
    }
    refusedAtBothDoors(Code.VALIDATION_FAILED, "TL001", "properties.job." + name, job);
  }

  private static ObjectNode job(String executor) {
    var properties = Json.object();
    properties
        .putObject("job")
        .put("domain", "staging")
        .put("executor", executor)
        .put("source_system", "lims");
    return properties;
  }

  private void refusedAtBothDoors(Code code, String state, String field, ObjectNode properties)
      throws SQLException {
    refused(code, field, () -> asOperator(Enqueue.task(InspectedTenant.key(), KIND, properties)));
    var before = evidence.checksum();
    try (var app = app();
        var call =
            app.prepareStatement(
                "select tapline.enqueue(queue_key => ?, idempotency_key => ?, properties =>"
                    + " ?::jsonb, template_code => ?)")) {
      call.setString(1, KIND);
      call.setString(2, InspectedTenant.key());
      call.setString(3, properties.toString());
      call.setString(4, Enqueue.TASK);
      var thrown = catchThrowableOfType(PSQLException.class, call::execute);
      assertThat(thrown.getSQLState()).as(thrown.getMessage()).isEqualTo(state);
      assertThat(thrown.getServerErrorMessage().getColumn()).isEqualTo(field);
      // The request without the fault is accepted, so the fault caused the refusal.
      properties.removeAll();
      properties.setAll(job("DOT"));
      assertThat(evidence.checksum()).isEqualTo(before);
      call.setString(3, properties.toString());
      call.execute();
      assertThat(evidence.checksum()).isNotEqualTo(before);
    }
  }

  /** As someone who may do nothing but call the function. */
  private Connection app() throws SQLException {
    var connection = test.admin();
    var role = "structure_" + lab.tenantId();
    try (var statement = connection.createStatement()) {
      statement.execute("drop role if exists " + role);
      statement.execute("create role " + role);
      statement.execute(
          "grant " + new Tenants(test.owner()).producerRole(lab.tenantId()) + " to " + role);
      statement.execute("set session authorization " + role);
    }
    return connection;
  }
}

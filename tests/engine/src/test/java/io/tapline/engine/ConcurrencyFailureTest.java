package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A request runs again after PostgreSQL has ended its transaction because of a deadlock or a
 * serialization failure, a bounded number of times.
 */
class ConcurrencyFailureTest {

  private final ScratchEngine test = new ScratchEngine(4);
  private final InspectedTenant lab = InspectedTenant.in(test).queue(InspectedTenant.QUEUE);
  private final String worker = lab.worker("w1");

  private final Map<String, Function<String, Command>> commands =
      Map.of(
          "create a queue", this::createQueue,
          "enqueue", this::enqueue,
          "hold", this::hold,
          "complete", this::complete);

  @AfterEach
  void close() {
    test.close();
  }

  private Command createQueue(String key) {
    var fields = QueueFields.builder().subjectTemplateCodes(List.of(Enqueue.TASK)).build();
    return new CreateQueue(RequestMeta.key(key), "another", fields);
  }

  private Command enqueue(String key) {
    return Enqueue.task(key, InspectedTenant.QUEUE, Json.object());
  }

  private Command hold(String key) {
    var subject = lab.enqueue(InspectedTenant.QUEUE);
    return new PlaceHold(
        RequestMeta.key(key), subject, StatePrecondition.NOTHING, null, "STOP", "stop it");
  }

  private Command complete(String key) {
    lab.enqueue(InspectedTenant.QUEUE);
    var claim = Claim.one(InspectedTenant.key(), worker, InspectedTenant.QUEUE);
    var item = lab.engine().claim(lab.service, claim).claims().get(0);
    return Complete.of(key, item.subjectEuid(), worker, item.leaseEuid());
  }

  private ActionAnswer execute(Command command) {
    return lab.engine().execute(command instanceof Complete ? lab.service : lab.admin, command);
  }

  /** The first attempts to write evidence with such a key fail; a sequence counts also those. */
  private void failing(String state, int attempts) throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute(
          """
          create sequence tapline.attempts;
          grant usage on sequence tapline.attempts to public;
          create function tapline.race() returns trigger language plpgsql as $$
          begin
            if nextval('tapline.attempts') <= %d then
              raise exception 'a race' using errcode = '%s';
            end if;
            return null;
          end $$;
          create trigger race after insert on tapline.fact_row for each row
            when (new.idempotency_key like 'raced-%%') execute function tapline.race()
          """
              .formatted(attempts, state));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "create a queue,40P01",
    "create a queue,40001",
    "enqueue,40P01",
    "enqueue,40001",
    "hold,40P01",
    "hold,40001",
    "complete,40P01",
    "complete,40001"
  })
  void a_request_is_repeated_and_leaves_its_evidence_once(String what, String state)
      throws SQLException {
    var key = "raced-" + InspectedTenant.key();
    var command = commands.get(what).apply(key);
    failing(state, 2);
    assertThat(execute(command).replayed()).isFalse();
    assertThat(execute(command).replayed()).isTrue();
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"create a queue", "enqueue", "hold", "complete"})
  void a_request_that_fails_each_time_changes_nothing(String what) throws SQLException {
    var command = commands.get(what).apply("raced-" + InspectedTenant.key());
    failing("40P01", 1_000);
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> execute(command))
        .matches(StoreException::isConcurrencyFailure, "can be repeated");
    assertThat(new InvariantChecker(test.engine()).check(lab.tenantId())).isEmpty();
  }
}

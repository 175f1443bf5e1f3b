package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ErrorClass;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** Whether documents have the fields, and say the values, that were asked for. */
abstract class SourceFieldChecks extends InspectedTenantTest {

  static void says(JsonNode document, String fields) {
    var asked = Json.parse(fields);
    for (var field : asked.propertyNames()) {
      assertThat(document.get(field)).as(field).isEqualTo(asked.get(field));
    }
  }

  ClaimAnswer.Item failForGood(ClaimAnswer.Item item) {
    asService(
        new Fail(
            RequestMeta.key(InspectedTenant.key()),
            item.subjectEuid(),
            worker,
            item.leaseEuid(),
            StatePrecondition.NOTHING,
            null,
            ErrorClass.PERMANENT_INPUT,
            "E42",
            "no such well",
            null,
            null,
            null,
            Json.object().put("read", 0),
            false,
            null));
    return item;
  }

  String enqueueWith(Object... namesAndValues) {
    return asOperator(
            AlteredRecord.with(
                Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()), namesAndValues))
        .subjectEuid();
  }

  ReadModels reads() {
    return lab.engine().reads();
  }

  static void has(JsonNode document, String... names) {
    for (var name : String.join(" ", names).split(" ")) {
      assertThat(document.has(name)).as(name + " in " + document).isTrue();
    }
  }

  ClaimAnswer.Item claimWithPayload() {
    var claim =
        new Claim(
            RequestMeta.key(InspectedTenant.key()),
            worker,
            QUEUE,
            null,
            1,
            true,
            Json.object().put("well", "A1"));
    return lab.engine().claim(lab.service, claim).claims().get(0);
  }

  static long between(JsonNode document, String from, String to) {
    return Duration.between(
            Instant.parse(document.get(from).asString()),
            Instant.parse(document.get(to).asString()))
        .toMillis();
  }
}

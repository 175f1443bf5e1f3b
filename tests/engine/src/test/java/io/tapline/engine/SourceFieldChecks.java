package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
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
    var required = Json.parse(fields);
    for (var field : required.propertyNames()) {
      assertThat(document.get(field)).as(field).isEqualTo(required.get(field));
    }
  }

  ClaimAnswer.Item failForGood(ClaimAnswer.Item item) {
    asService(
        FailBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(item.subjectEuid())
            .workerEuid(worker)
            .leaseEuid(item.leaseEuid())
            .expect(StatePrecondition.NOTHING)
            .errorClass(ErrorClass.PERMANENT_INPUT)
            .errorCode("E42")
            .errorMessage("no such well")
            .resultPayload(Json.object().put("read", 0))
            .build());
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
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .queueKey(QUEUE)
            .maxItems(1)
            .start(true)
            .payload(Json.object().put("well", "A1"))
            .build();
    return lab.engine().claim(lab.service, claim).claims().get(0);
  }

  static long between(JsonNode document, String from, String to) {
    return Duration.between(
            Instant.parse(document.get(from).asString()),
            Instant.parse(document.get(to).asString()))
        .toMillis();
  }
}

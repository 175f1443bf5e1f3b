package io.tapline.engine;

import io.tapline.api.Scope;
import io.tapline.api.SubjectItem;
import io.tapline.api.SubjectPage;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.EnqueueBuilder;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Pages of subjects, as lists and searches give them. */
abstract class ListedSubjects extends InspectedTenantTest {

  static final int ALL = 500;

  List<String> euids(SubjectFilter filter) {
    return page(filter, ALL, null).items().stream().map(SubjectItem::subjectEuid).toList();
  }

  SubjectPage page(SubjectFilter filter, int limit, String cursor) {
    return lab.engine().reads().subjectLists().page(lab.tenantId(), filter, limit, cursor);
  }

  String enqueue(
      String name,
      String correlationId,
      JsonNode properties,
      Instant readyAt,
      Instant dueAt,
      Scope scope) {
    return asOperator(
            EnqueueBuilder.builder()
                .meta(new RequestMeta(InspectedTenant.key(), correlationId, null))
                .templateCode(Enqueue.TASK)
                .subjectName(name)
                .properties(properties)
                .queueKey(QUEUE)
                .readyAt(readyAt)
                .dueAt(dueAt)
                .scope(scope)
                .build())
        .subjectEuid();
  }
}

package io.tapline.engine;

import io.tapline.api.SubjectItem;
import io.tapline.api.SubjectPage;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.util.List;
import java.util.function.UnaryOperator;

/** Pages of subjects, as lists and searches give them. */
abstract class ListedSubjects extends InspectedTenantTest {

  static final int ALL = 500;

  List<String> euids(SubjectFilter filter) {
    return page(filter, ALL, null).items().stream().map(SubjectItem::subjectEuid).toList();
  }

  SubjectPage page(SubjectFilter filter, int limit, String cursor) {
    return lab.engine().reads().subjectLists().page(lab.tenantId(), filter, limit, cursor);
  }

  /** A task in the queue, with what is said of it. */
  String enqueue(UnaryOperator<EnqueueBuilder> said) {
    var task =
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .templateCode(Enqueue.TASK)
            .queueKey(QUEUE);
    return asOperator(said.apply(task).build()).subjectEuid();
  }

  String enqueueNamed(String name) {
    return enqueue(task -> task.subjectName(name));
  }

  static RequestMeta correlated(String correlationId) {
    return new RequestMeta(InspectedTenant.key(), correlationId, null);
  }
}

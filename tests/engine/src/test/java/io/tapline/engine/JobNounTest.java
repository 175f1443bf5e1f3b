package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Noun;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueFields;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.engine.read.subject.SubjectFilter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers about queues and jobs contain the noun that a pack defines for a template. */
class JobNounTest extends ListedSubjects {

  private static final String SPECIMEN = "content/material/specimen/1.0";
  private static final Noun SPECIMENS = new Noun("specimen", "specimens");

  private void queue(String key, String... templates) {
    lab.queue(key, QueueFields.builder().subjectTemplateCodes(List.of(templates)).build());
  }

  private Noun ofQueue(String key) {
    return lab.engine().reads().queues().one(lab.tenantId(), key).noun();
  }

  @Test
  void a_queue_has_the_noun_that_all_of_its_templates_share() {
    queue("bench", SPECIMEN);
    queue("mixed", SPECIMEN, Enqueue.TASK);
    queue("plain", Enqueue.TASK);
    assertThat(ofQueue("bench")).isEqualTo(SPECIMENS);
    assertThat(ofQueue("mixed")).isNull();
    assertThat(ofQueue("plain")).isNull();
    assertThat(lab.engine().reads().queues().all(lab.tenantId()))
        .filteredOn(view -> view.policy().queueKey().equals("bench"))
        .singleElement()
        .satisfies(view -> assertThat(view.noun()).isEqualTo(SPECIMENS));
  }

  @Test
  void a_job_has_the_noun_of_its_template_in_its_queue_in_lists_and_alone() {
    queue("mixed", SPECIMEN, Enqueue.TASK);
    var specimen = enqueue(job -> job.queueKey("mixed").templateCode(SPECIMEN));
    var plain = enqueue(job -> job.queueKey("mixed"));
    var reads = lab.engine().reads();

    assertThat(reads.subjects().one(lab.tenantId(), specimen, null).noun()).isEqualTo(SPECIMENS);
    assertThat(reads.subjects().one(lab.tenantId(), plain, null).noun()).isNull();
    for (var item : page(SubjectFilter.queue("mixed", null, null), ALL, null).items()) {
      assertThat(item.noun()).isEqualTo(item.subjectEuid().equals(specimen) ? SPECIMENS : null);
    }
    var waiting = reads.queues().items(lab.tenantId(), "mixed", ItemFilter.NONE, ALL, null);
    assertThat(waiting.items()).hasSize(2);
    for (var item : waiting.items()) {
      assertThat(item.noun()).isEqualTo(item.subjectEuid().equals(specimen) ? SPECIMENS : null);
    }
  }
}

package io.tapline.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.JobName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job's name and the key of its queue say each other. */
class JobNameTest {

  @ParameterizedTest
  @CsvSource({
    "@global, modifiers, Rotate, joblib:@global:modifiers:Rotate",
    "room_42, analysis, RDF, joblib:room_42:analysis:RDF",
    "'a room', analysis, x:y, joblib:a/20room:analysis:x/3ay",
    "100%, analysis, 'a/b', joblib:100/25:analysis:a/2fb",
    "Größe, analysis, 日, joblib:Gr/c3/b6/c3/9fe:analysis:/e6/97/a5",
  })
  void the_key_leads_back_to_the_name(String room, String category, String name, String key) {
    var job = new JobName(room, category, name);
    assertThat(job.queueKey()).isEqualTo(key);
    assertThat(JobName.ofQueueKey(key)).contains(job);
    assertThat(JobName.parse(job.fullName())).contains(job);
    assertThat(key).startsWith(JobName.roomPrefix(room));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "extraction",
        "joblib:a:b",
        "joblib:a:b:c:d",
        "joblib:a/2:b:c",
        "joblib:a/zz:b:c",
        "joblib:a/ff:b:c",
        "joblib:/61:b:c",
        "joblib:A/2F:b:c"
      })
  void any_other_key_is_no_jobs(String key) {
    assertThat(JobName.ofQueueKey(key)).isEmpty();
  }

  @Test
  void a_name_needs_two_colons() {
    assertThat(JobName.parse("a:b")).isEmpty();
    assertThat(JobName.ofQueueKey(null)).isEmpty();
  }
}

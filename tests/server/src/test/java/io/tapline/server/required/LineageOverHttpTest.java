package io.tapline.server.required;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.TamperedSubjects;
import io.tapline.server.testing.TenantApi;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The required lineage tests, as HTTP calls. */
class LineageOverHttpTest extends OverHttp {

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void lineage_consistency_on_claim_all_seven_links(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    var lease = claim.path("lease_euid").asString();
    var record = claim.path("record_euid").asString();

    assertThat(children(subject))
        .contains("execution_subject_lease " + lease, "execution_subject_record " + record);
    var leased = lease(subject, lease);
    assertThat(leased.path("worker_lookup_euid").asString()).isEqualTo(worker);
    assertThat(leased.path("queue_lookup_key").asString()).isEqualTo(queue);
    var recorded = record(subject, record);
    assertThat(recorded.path("worker_lookup_euid").asString()).isEqualTo(worker);
    assertThat(recorded.path("queue_lookup_key").asString()).isEqualTo(queue);
    assertThat(recorded.path("lease_lookup_euid").asString()).isEqualTo(lease);
    assertThat(
            lab.operator
                .get("leases?worker_euid=" + worker + "&queue_key=" + queue)
                .ok()
                .path("items")
                .findValuesAsString("lease_euid"))
        .containsExactly(lease);
    strangersSeeNothingOf(subject);
  }

  private List<String> children(String subject) {
    var found = new ArrayList<String>();
    for (JsonNode child : subject(subject).at("/lineage/children")) {
      found.add(child.path("relationship").asString() + " " + child.path("euid").asString());
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void relationships_are_lineage_only_and_outlive_their_lookup_metadata(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var claim = lab.claimOne(worker, queue);
    var before = everythingAbout(subject).get(1);
    TamperedSubjects.set("last_record_uid = null").forEach(this::tamper);
    assertThat(history(subject)).isEqualTo(before);
    lab.service.post("actions/start", TenantApi.on(worker, claim)).ok();
    lab.service.post("actions/renew-lease", TenantApi.on(worker, claim)).ok();
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    assertThat(lab.state(subject)).isEqualTo("COMPLETED");
  }

  @ParameterizedTest
  @ValueSource(strings = {"acme", "other"})
  void relationships_are_lineage_only_so_false_lookup_metadata_is_not_believed(String tenant) {
    in(tenant);
    var subject = lab.enqueue(queue);
    var other = lab.worker();
    var claim = lab.claimOne(worker, queue);
    TamperedSubjects.set("last_record_uid = 404").forEach(this::tamper);
    assertThat(lab.service.post("actions/complete", TenantApi.on(other, claim)).problem())
        .isEqualTo("NOT_LEASE_OWNER");
    var lease = lease(subject, claim.path("lease_euid").asString());
    assertThat(lease.path("worker_lookup_euid").asString()).isEqualTo(worker);
    assertThat(lease.path("subject_lookup_euid").asString()).isEqualTo(subject);
    lab.service.post("actions/complete", TenantApi.on(worker, claim)).ok();
    assertThat(lab.state(subject)).isEqualTo("COMPLETED");
  }
}

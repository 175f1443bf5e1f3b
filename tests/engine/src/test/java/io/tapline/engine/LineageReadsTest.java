package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.LineageView;
import io.tapline.api.LineageView.Edge;
import io.tapline.api.request.Complete;
import io.tapline.engine.read.lineage.LineageDirection;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Lineage;
import io.tapline.tapdb.Link;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From one thing to what it was made from, and to what was made from it. */
class LineageReadsTest extends InspectedTenantTest {

  private static final String OUTPUT = "execution_subject_output";

  @Test
  void an_output_knows_its_source_and_who_made_it_with_what() {
    var output = lab.enqueue("elsewhere");
    var source = lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    var completed = completeWith(item, output);
    for (var root : List.of(source, output)) {
      var view = lineage(root, LineageDirection.BOTH, 3);
      assertThat(view.edges()).containsExactly(new Edge(source, OUTPUT, output));
      assertThat(view.nodes()).extracting(LineageView.Node::euid).containsOnly(source, output);
      assertThat(view.nodes().get(0).euid()).isEqualTo(root);
      var made = node(view, output).madeBy();
      assertThat(made.actionKey()).isEqualTo(ActionKey.COMPLETE_QUEUE_EXECUTION.wire());
      assertThat(made.actionEuid()).isEqualTo(completed);
      assertThat(made.actor()).isEqualTo("robot");
      assertThat(made.workerEuid()).isEqualTo(worker);
      assertThat(made.leaseEuid()).isEqualTo(item.leaseEuid());
      assertThat(made.recordEuid()).isEqualTo(item.recordEuid());
      var enqueued = node(view, source).madeBy();
      assertThat(enqueued.actionKey()).isEqualTo(ActionKey.ENQUEUE_SUBJECT.wire());
      assertThat(enqueued.actor()).isEqualTo("olga");
      assertThat(enqueued.workerEuid()).isNull();
      assertThat(view.truncated()).isFalse();
    }
  }

  @Test
  void each_direction_is_followed_by_itself_as_deep_as_asked() {
    var things = lab.enqueue("elsewhere", 5);
    for (int i = 0; i < 4; i++) {
      link(things.get(i), "aliquot", things.get(i + 1));
    }
    link(things.get(1), "aliquot", lab.enqueue("elsewhere"));
    var middle = things.get(2);
    assertThat(euids(lineage(middle, LineageDirection.UP, 5)))
        .containsExactly(middle, things.get(1), things.get(0));
    assertThat(euids(lineage(middle, LineageDirection.DOWN, 5)))
        .containsExactly(middle, things.get(3), things.get(4));
    assertThat(euids(lineage(middle, LineageDirection.BOTH, 5)))
        .containsExactlyInAnyOrderElementsOf(things);
    var near = lineage(middle, LineageDirection.DOWN, 1);
    assertThat(euids(near)).containsExactly(middle, things.get(3));
    assertThat(near.truncated()).isTrue();
    assertThat(lineage(middle, LineageDirection.DOWN, 2).truncated()).isFalse();
  }

  @Test
  void a_ring_ends_and_bookkeeping_is_left_out() {
    var a = lab.enqueue(QUEUE);
    var b = lab.enqueue("elsewhere");
    link(a, "aliquot", b);
    link(b, "aliquot", a);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    lab.hold(b);
    var view = lineage(a, LineageDirection.BOTH, 16);
    assertThat(view.edges())
        .containsExactlyInAnyOrder(new Edge(a, "aliquot", b), new Edge(b, "aliquot", a));
    assertThat(view.truncated()).isFalse();
  }

  @Test
  void so_many_things_are_shown_and_no_more() {
    var root = lab.enqueue("elsewhere");
    var uid = uid(root);
    var children = lab.enqueue("elsewhere", Lineage.MAX_OBJECTS + 5);
    test.in(
        lab.tenantId(),
        tx ->
            new Lineage(tx)
                .link(
                    children.stream().map(c -> new Link(uid, "aliquot", uid(c))).toList(),
                    Instant.now()));
    var view = lineage(root, LineageDirection.DOWN, 2);
    assertThat(view.truncated()).isTrue();
    assertThat(view.nodes()).hasSize(Lineage.MAX_OBJECTS + 1);
    assertThat(view.edges()).hasSize(Lineage.MAX_OBJECTS);
  }

  @Test
  void what_cannot_be_asked_is_refused() {
    var subject = lab.enqueue(QUEUE);
    refused(Code.VALIDATION_FAILED, "depth", () -> lineage(subject, LineageDirection.UP, 0));
    refused(
        Code.VALIDATION_FAILED,
        "depth",
        () -> lineage(subject, LineageDirection.UP, Lineage.MAX_DEPTH + 1));
    refused(Code.NOT_FOUND, "subject_euid", () -> lineage(worker, LineageDirection.UP, 1));
  }

  private String completeWith(ClaimAnswer.Item item, String output) {
    var complete = Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid());
    return asService(AlteredRecord.with(complete, "outputs", List.of(output))).actionEuid();
  }

  private void link(String parent, String relationship, String child) {
    test.in(
        lab.tenantId(),
        tx ->
            new Lineage(tx)
                .link(List.of(new Link(uid(parent), relationship, uid(child))), Instant.now()));
  }

  private static long uid(String euid) {
    return EuidMint.uidOf(euid).getAsLong();
  }

  private static LineageView.Node node(LineageView view, String euid) {
    return view.nodes().stream().filter(n -> n.euid().equals(euid)).findFirst().orElseThrow();
  }

  private static List<String> euids(LineageView view) {
    return view.nodes().stream().map(LineageView.Node::euid).toList();
  }

  private LineageView lineage(String subject, LineageDirection direction, int depth) {
    return lab.engine().reads().lineage().lineageOf(lab.tenantId(), subject, direction, depth);
  }
}

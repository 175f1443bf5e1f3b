package io.tapline.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.request.Complete;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.TapDb;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Number of identifiers that a transaction allocates. */
class TransactionClockAndIdsTest extends InspectedTenantTest {

  private static final int ITEMS = 5;

  @Test
  void a_completion_after_its_claim_has_the_uid_that_the_claim_reserved() throws SQLException {
    lab.enqueue(QUEUE, ITEMS);
    var robot = lab.worker("robot", ITEMS);
    var endings =
        lab.claim(robot, QUEUE, ITEMS, true).claims().stream()
            .map(
                item ->
                    Complete.of(InspectedTenant.key(), item.subjectEuid(), robot, item.leaseEuid()))
            .toList();
    long before = lastDrawn();
    assertThat(lab.engine().executeAll(lab.service, endings)).noneMatch(ItemOutcome::refused);
    assertThat(lastDrawn()).isEqualTo(before);
  }

  @Test
  void an_item_that_takes_more_than_was_asked_for_has_them() {
    var templates = new TemplateCache(new TapDb(test.serving()));
    test.in(
        lab.tenantId(),
        tx -> {
          var drawn = TransactionClockAndIds.underLock(tx, templates, 1);
          assertThat(drawn.record().uid()).isLessThan(drawn.hold().uid());
          return null;
        });
  }

  private long lastDrawn() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var rows =
            statement.executeQuery("select last_value from tapline.uid_seq_" + lab.tenantId())) {
      rows.next();
      return rows.getLong(1);
    }
  }
}

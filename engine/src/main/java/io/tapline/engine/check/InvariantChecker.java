package io.tapline.engine.check;

import io.tapline.engine.Engine;
import io.tapline.engine.decide.Ending;
import io.tapline.engine.decide.Transitions;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads all data of one tenant in one snapshot and returns the violated invariants. There are no
 * foreign keys between objects, so this check proves that the writer keeps them consistent. It
 * reads whole partitions and therefore runs on demand only.
 */
public final class InvariantChecker {

  /** One statement per invariant, in sql/, with the reason for the rule. */
  private static final List<String> STATEMENTS =
      List.of(
          "lease_invariants/one_active_lease",
          "lease_invariants/active_lease_is_newest",
          "lease_invariants/running_is_leased",
          "lease_invariants/leased_state",
          "lease_invariants/live_lease",
          "lease_invariants/one_record_per_lease",
          "object_invariants/claim_links",
          "object_invariants/link_parents",
          "lease_invariants/one_end_per_lease",
          "lease_invariants/ended_evidence",
          "lease_invariants/attempt_numbers",
          "lease_invariants/attempt_counts",
          "subject_invariants/terminal_flag",
          "subject_invariants/hold_state",
          "subject_invariants/open_dead_letter",
          "subject_invariants/dead_letters",
          "subject_invariants/dead_letter_kept",
          "subject_invariants/revision",
          "event_invariants/action_chain",
          "event_invariants/event_chain",
          "event_invariants/event_transition",
          "subject_invariants/ready_at",
          "object_invariants/link_ends",
          "object_invariants/self_links",
          "object_invariants/orphans",
          "object_invariants/registry_keys",
          "event_invariants/feed_order",
          "event_invariants/feed_kept",
          "object_invariants/templates",
          "object_invariants/search_keys",
          "object_invariants/lookup_columns",
          "object_invariants/tombstones");

  private static final List<String> INVARIANTS =
      STATEMENTS.stream().map(InvariantChecker::invariant).toList();

  /** Maximum per invariant: the violations of a broken store could fill memory. */
  public static final int MAX_VIOLATIONS = 100;

  private static final NamedSql WHOLE_SETS =
      NamedSql.load(InvariantChecker.class, "object_invariants/whole_sets");

  private final TapDb tapDb;

  public InvariantChecker(TapDb tapDb) {
    this.tapDb = tapDb;
  }

  public InvariantChecker(Engine engine) {
    this(engine.tapDb());
  }

  public static List<String> invariants() {
    return INVARIANTS;
  }

  /** Empty when all invariants hold. */
  public List<InvariantViolation> check(long tenantId) {
    return tapDb.snapshot(tenantId, InvariantChecker::check);
  }

  /** Checks the data visible to an open transaction, including its own changes. */
  public static List<InvariantViolation> check(Tx tx) throws SQLException {
    tx.query(WHOLE_SETS, row -> null, Map.of());
    var tables = tables();
    var violations = new ArrayList<InvariantViolation>();
    for (var statement : STATEMENTS) {
      var invariant = invariant(statement);
      var found =
          tx.query(
              NamedSql.load(InvariantChecker.class, statement),
              row ->
                  new InvariantViolation(
                      invariant, row.getString("object"), row.getString("found")),
              tables);
      violations.addAll(found.subList(0, Math.min(found.size(), MAX_VIOLATIONS)));
    }
    return violations;
  }

  /** The name of an invariant is the name of its statement without the file. */
  private static String invariant(String statement) {
    return statement.substring(statement.indexOf('/') + 1);
  }

  /** The tables in code, for statements that compare the store with them. */
  private static Map<String, Object> tables() {
    var spending = Arrays.stream(Ending.values()).filter(Ending::spendsAttempt).toList();
    var transitions = Transitions.all();
    var tables = new HashMap<String, Object>();
    tables.put("spending_leases", column(spending, ending -> ending.leaseStatus().name()));
    tables.put("spending_records", column(spending, ending -> ending.recordStatus().name()));
    tables.put("transition_actions", column(transitions, t -> t.action().wire()));
    tables.put(
        "transition_froms", column(transitions, t -> t.from() == null ? null : t.from().name()));
    tables.put("transition_tos", column(transitions, t -> t.to().name()));
    return tables;
  }

  private static <T> String[] column(List<T> rows, Function<T, String> value) {
    return rows.stream().map(value).toArray(String[]::new);
  }
}

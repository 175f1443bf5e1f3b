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
 * Reads one tenant's data, all of it at one moment, and tells what must never be. There are no
 * foreign keys between objects; this is what proves that the one writer keeps them whole. It reads
 * whole partitions: run it on demand.
 */
public final class InvariantChecker {

  /** One statement each, in sql/, with the reason for the rule beside it. */
  private static final List<String> INVARIANTS =
      List.of(
          "one_active_lease",
          "active_lease_is_newest",
          "running_is_leased",
          "leased_state",
          "live_lease",
          "one_record_per_lease",
          "claim_links",
          "link_parents",
          "record_follows_lease",
          "endings",
          "ended_evidence",
          "attempt_numbers",
          "attempt_counts",
          "terminal_flag",
          "hold_state",
          "open_dead_letter",
          "dead_letters",
          "dead_letter_kept",
          "revision",
          "action_chain",
          "event_chain",
          "event_transition",
          "ready_at",
          "link_ends",
          "self_links",
          "orphans",
          "registry_keys",
          "feed_order",
          "feed_kept",
          "templates",
          "lookup_columns");

  /** Of each invariant: a broken store could fill memory with its breaches. */
  public static final int MAX_VIOLATIONS = 100;

  private static final NamedSql WHOLE_SETS = NamedSql.load(InvariantChecker.class, "whole_sets");

  private final TapDb tapDb;

  public InvariantChecker(TapDb tapDb) {
    this.tapDb = tapDb;
  }

  public InvariantChecker(Engine engine) {
    this(engine.tapDb());
  }

  /** The names of what is checked. */
  public static List<String> invariants() {
    return INVARIANTS;
  }

  /** Empty when all is well. */
  public List<InvariantViolation> check(long tenantId) {
    return tapDb.snapshot(tenantId, InvariantChecker::check);
  }

  /** Of what a transaction that is open already sees, its own changes included. */
  public static List<InvariantViolation> check(Tx tx) throws SQLException {
    tx.query(WHOLE_SETS, row -> null, Map.of());
    var tables = tables();
    var violations = new ArrayList<InvariantViolation>();
    for (var invariant : INVARIANTS) {
      var found =
          tx.query(
              NamedSql.load(InvariantChecker.class, invariant),
              row ->
                  new InvariantViolation(
                      invariant, row.getString("object"), row.getString("found")),
              tables);
      violations.addAll(found.subList(0, Math.min(found.size(), MAX_VIOLATIONS)));
    }
    return violations;
  }

  /** The tables that live in code, for statements that compare the store with them. */
  private static Map<String, Object> tables() {
    var endings = List.of(Ending.values());
    var spending = Arrays.stream(Ending.values()).filter(Ending::spendsAttempt).toList();
    var transitions = Transitions.all();
    var tables = new HashMap<String, Object>();
    tables.put("ending_leases", column(endings, ending -> ending.leaseStatus().name()));
    tables.put("ending_records", column(endings, ending -> ending.recordStatus().name()));
    tables.put("ending_reasons", column(endings, Ending::releaseReason));
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

package io.tapline.server.tasks;

import com.networknt.schema.ExecutionContext;

/**
 * The maximum cost of one check. Schemas come from clients: combined references double the work
 * with every level, and a recursive reference may never end. Every step of the check is counted,
 * and the check stops when the budget is spent.
 */
final class SchemaBudget extends ExecutionContext {

  /** Some tenths of a second on one core. */
  static final int STEPS = 1_000_000;

  /** Nesting depth of schemas: a document of 64 levels, each behind several references. */
  static final int DEPTH = 500;

  static final class BudgetSpent extends RuntimeException {
    private static final long serialVersionUID = 1;

    BudgetSpent(String message) {
      super(message, null, false, false);
    }
  }

  /** The budget of the check on this thread, because patterns receive no context. */
  private static final ThreadLocal<SchemaBudget> CURRENT = new ThreadLocal<>();

  private long left = STEPS;
  private int depth;

  /** Runs a check with a new budget. */
  static void within(java.util.function.Consumer<SchemaBudget> check) {
    var budget = new SchemaBudget();
    CURRENT.set(budget);
    try {
      check.accept(budget);
    } finally {
      CURRENT.remove();
    }
  }

  static void charge(long steps) {
    var current = CURRENT.get();
    if (current != null) {
      current.spend(steps);
    }
  }

  private void spend(long steps) {
    left -= steps;
    if (left < 0) {
      throw new BudgetSpent("takes more than " + STEPS + " steps to check");
    }
  }

  private void enter() {
    spend(1);
    if (++depth > DEPTH) {
      throw new BudgetSpent(
          "has schemas within schemas more than " + DEPTH + " deep, or without end");
    }
  }

  @Override
  public void evaluationPathAddLast(String token) {
    enter();
    super.evaluationPathAddLast(token);
  }

  @Override
  public void evaluationPathAddLast(int index) {
    enter();
    super.evaluationPathAddLast(index);
  }

  @Override
  public void evaluationPathRemoveLast() {
    depth--;
    super.evaluationPathRemoveLast();
  }
}

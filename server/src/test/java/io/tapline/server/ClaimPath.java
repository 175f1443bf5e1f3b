package io.tapline.server;

import io.tapline.server.testing.MethodTrace.Entry;
import io.tapline.server.testing.MethodTrace.Sent;
import io.tapline.server.testing.MethodTrace.Trace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one claim executes, in the order in which it is first entered.
 *
 * @param hops the classes on the stack when a statement is sent: through these a claim passes
 * @param asked the other classes that it executes
 * @param statements the statements that it sends, as the driver has them
 */
record ClaimPath(Set<String> hops, Set<String> asked, Set<String> statements) {

  /** What each claim enters once, in the thread that carries it out. */
  static final String ROUTER = "EndpointRouter";

  static final String ROUTE = "route";

  private static final String POOL = "SharedPool";

  /** One more than are compared: the last shows that the one before it is over. */
  static final int CLAIMS = 4;

  private record Executed(Set<String> classes, Set<String> onStack, Set<String> statements) {

    Executed() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    void add(Executed more) {
      classes.addAll(more.classes);
      onStack.addAll(more.onStack);
      statements.addAll(more.statements);
    }

    /** Keeps what most of the others have: one of them may have met what is done now and then. */
    void retainCommon(List<Executed> others) {
      classes.removeIf(one -> rare(others, other -> other.classes.contains(one)));
      onStack.removeIf(one -> rare(others, other -> other.onStack.contains(one)));
      statements.removeIf(one -> rare(others, other -> other.statements.contains(one)));
    }

    private static boolean rare(List<Executed> others, Predicate<Executed> has) {
      return others.stream().filter(has).count() * 2 <= others.size();
    }
  }

  /**
   * What most claims of the trace do: something that is due once a minute falls into one of them at
   * the most.
   */
  static ClaimPath in(Trace trace) {
    var rounds = rounds(trace);
    var usual = new Executed();
    rounds.forEach(usual::add);
    // The first and the last are cut off before and after the router.
    usual.retainCommon(rounds.subList(1, rounds.size() - 1));
    var asked = new LinkedHashSet<>(usual.classes);
    asked.removeAll(usual.onStack);
    var hops = new LinkedHashSet<>(usual.classes);
    hops.retainAll(usual.onStack);
    return new ClaimPath(hops, asked, usual.statements);
  }

  /**
   * From router to router: the rest of one claim and the beginning of the next, which the filters
   * see before the router does.
   */
  private static List<Executed> rounds(Trace trace) {
    var threads =
        trace.steps().stream()
            .filter(ClaimPath::routes)
            .map(step -> ((Entry) step).thread())
            .collect(Collectors.toSet());
    var rounds = new ArrayList<>(List.of(new Executed()));
    for (var step : trace.steps()) {
      if (routes(step)) {
        rounds.add(new Executed());
      }
      var round = rounds.get(rounds.size() - 1);
      if (step instanceof Entry entry && threads.contains(entry.thread())) {
        round.classes.add(entry.className());
      } else if (step instanceof Sent sent && threads.contains(sent.thread()) && !asksPool(sent)) {
        round.onStack.addAll(sent.stack());
        round.statements.add(sent.sql());
      }
    }
    return rounds;
  }

  /** The pool tests a connection that nobody used for a while, which depends on the time alone. */
  private static boolean asksPool(Sent sent) {
    return sent.stack().stream().anyMatch(name -> name.endsWith("." + POOL));
  }

  private static boolean routes(Record step) {
    return step instanceof Entry entry
        && entry.className().endsWith("." + ROUTER)
        && entry.method().equals(ROUTE);
  }
}

package io.tapline.server;

import io.tapline.server.testing.MethodTrace.Entry;
import io.tapline.server.testing.MethodTrace.Sent;
import io.tapline.server.testing.MethodTrace.Trace;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The classes that one claim executes, in the order in which they are first entered.
 *
 * @param hops the classes on the stack when a statement is sent
 * @param asked the other classes that it executes
 * @param statements the statements that it sends, in the form of the driver
 */
record ClaimPath(Set<String> hops, Set<String> asked, Set<String> statements) {

  /** The class that each claim enters once, in the thread that carries it out. */
  private static final String ROUTER = "EndpointRouter";

  private static final String ROUTE = "route";

  /** The outermost filter: its last method is the end of a claim. */
  static final String END = "ServerDrain";

  static final String LEAVE = "leave";

  private static final String POOL = "ServingPools";

  /** Several, since any of them may execute code that is due now and then. */
  static final int CLAIMS = 7;

  private record Executed(Set<String> classes, Set<String> onStack, Set<String> statements) {

    Executed() {
      this(new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
    }

    void add(Record step) {
      if (step instanceof Entry entry) {
        classes.add(entry.className());
      } else if (step instanceof Sent sent && !asksPool(sent)) {
        onStack.addAll(sent.stack());
        statements.add(sent.sql());
      }
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
   * The path of most claims of the trace: work that is due once a minute occurs in one of them at
   * most.
   */
  static ClaimPath in(Trace trace) {
    var threads = routingThreads(trace);
    var usual = new Executed();
    threads.forEach(steps -> steps.forEach(usual::add));
    usual.retainCommon(claims(threads));
    var asked = new LinkedHashSet<>(usual.classes);
    asked.removeAll(usual.onStack);
    var hops = new LinkedHashSet<>(usual.classes);
    hops.retainAll(usual.onStack);
    return new ClaimPath(hops, asked, usual.statements);
  }

  /** The steps of each thread that carries out claims. */
  private static List<List<Record>> routingThreads(Trace trace) {
    var threads = new LinkedHashMap<Long, List<Record>>();
    for (var step : trace.steps()) {
      threads.computeIfAbsent(thread(step), thread -> new ArrayList<>()).add(step);
    }
    return threads.values().stream().filter(steps -> firstRouter(steps) >= 0).toList();
  }

  private static long thread(Record step) {
    return step instanceof Entry entry ? entry.thread() : ((Sent) step).thread();
  }

  private static int firstRouter(List<Record> steps) {
    return IntStream.range(0, steps.size())
        .filter(i -> routes(steps.get(i)))
        .findFirst()
        .orElse(-1);
  }

  /**
   * On a busy machine a claim begins on one thread before the claim before it has ended on another,
   * so the steps are taken thread by thread. Within a thread they are split at the router; the
   * filters before the first router and those after the last one make up one claim together.
   */
  private static List<Executed> claims(List<List<Record>> threads) {
    var claims = new ArrayList<Executed>();
    for (var thread : threads) {
      var steps = new ArrayList<>(thread);
      Collections.rotate(steps, -firstRouter(thread));
      for (var step : steps) {
        if (routes(step)) {
          claims.add(new Executed());
        }
        claims.get(claims.size() - 1).add(step);
      }
    }
    return claims;
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

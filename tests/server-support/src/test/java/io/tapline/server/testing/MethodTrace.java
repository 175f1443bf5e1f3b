package io.tapline.server.testing;

import com.sun.jdi.ArrayReference;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.ObjectReference;
import com.sun.jdi.StringReference;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.Value;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.EventRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The methods that another JVM executes, read through its debugging interface. That JVM connects to
 * this one when it starts, and runs at full speed until it is traced.
 */
public final class MethodTrace implements AutoCloseable {

  private static final String OURS = "io.tapline.";
  private static final String DRIVER = "org.postgresql.core.v3.QueryExecutorImpl";
  private static final int PATIENCE_MILLIS = 120_000;

  /** A thread entered a method of one of our top-level classes. */
  public record Entry(long thread, String className, String method) {}

  /** A thread sent a statement, and these of our top-level classes were on its stack. */
  public record Sent(long thread, String sql, List<String> stack) {}

  /** The steps in order, each an {@link Entry} or a {@link Sent}. */
  public record Trace(List<Record> steps) {}

  private final ListeningConnector connector = socketConnector();
  private final Map<String, Connector.Argument> arguments = connector.defaultArguments();
  private final String address;
  private VirtualMachine machine;

  public MethodTrace() {
    try {
      arguments.get("localAddress").setValue("127.0.0.1");
      arguments.get("timeout").setValue(String.valueOf(PATIENCE_MILLIS));
      address = connector.startListening(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ListeningConnector socketConnector() {
    return Bootstrap.virtualMachineManager().listeningConnectors().stream()
        .filter(connector -> connector.transport().name().equals("dt_socket"))
        .findFirst()
        .orElseThrow();
  }

  /** The option with which the other JVM connects. */
  public String option() {
    return "-agentlib:jdwp=transport=dt_socket,server=n,suspend=n,address=" + address;
  }

  /** Takes the connection; call it while the other JVM starts. */
  public void accept() {
    try {
      machine = connector.accept(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs the requests, traces until a method was entered so many times, and lets that JVM go. */
  public Trace during(Runnable requests, String simpleName, String method, int times) {
    var entries = machine.eventRequestManager().createMethodEntryRequest();
    entries.addClassFilter(OURS + "*");
    entries.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    entries.enable();
    for (var found : machine.classesByName(DRIVER).get(0).methodsByName("sendQuery")) {
      var sends = machine.eventRequestManager().createBreakpointRequest(found.location());
      sends.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
      sends.enable();
    }
    var trace = new CompletableFuture<Trace>();
    // Beside the requests, and until they are over: a JVM whose events nobody takes stops soon.
    var reader = new Thread(() -> collect("." + simpleName, method, times, trace), "method-trace");
    reader.setDaemon(true);
    reader.start();
    try {
      requests.run();
      return trace.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    } finally {
      machine.dispose();
    }
  }

  private void collect(String suffix, String method, int times, CompletableFuture<Trace> trace) {
    var steps = new ArrayList<Record>();
    int entered = 0;
    try {
      while (true) {
        var events = next();
        try {
          for (var event : trace.isDone() ? List.<Event>of() : events) {
            var some = steps(event);
            steps.addAll(some);
            entered += (int) some.stream().filter(step -> enters(step, suffix, method)).count();
          }
        } catch (RuntimeException e) {
          trace.completeExceptionally(e);
        }
        events.resume();
        if (entered >= times) {
          trace.complete(new Trace(List.copyOf(steps)));
        }
      }
    } catch (VMDisconnectedException e) {
      // The requests are over, or the other JVM is gone.
      trace.completeExceptionally(e);
    }
  }

  private EventSet next() {
    try {
      return machine.eventQueue().remove();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<? extends Record> steps(Event event) {
    if (event instanceof MethodEntryEvent entry) {
      return List.of(entry(entry));
    }
    return event instanceof BreakpointEvent sends ? sent(sends.thread()) : List.of();
  }

  private static boolean enters(Record step, String suffix, String method) {
    return step instanceof Entry entry
        && entry.className().endsWith(suffix)
        && entry.method().equals(method);
  }

  private static Entry entry(MethodEntryEvent event) {
    return new Entry(
        event.thread().uniqueID(),
        topLevel(event.method().declaringType().name()),
        event.method().name());
  }

  private static List<Sent> sent(ThreadReference thread) {
    try {
      var stack =
          thread.frames().stream()
              .map(frame -> topLevel(frame.location().declaringType().name()))
              .filter(name -> name.startsWith(OURS))
              .distinct()
              .toList();
      var query = (ObjectReference) thread.frame(0).getArgumentValues().get(0);
      return texts(query).stream().map(sql -> new Sent(thread.uniqueID(), sql, stack)).toList();
    } catch (IncompatibleThreadStateException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A query of the driver is one statement or several. */
  private static List<String> texts(ObjectReference query) {
    if (field(query, "subqueries") instanceof ArrayReference several) {
      return several.getValues().stream()
          .flatMap(one -> texts((ObjectReference) one).stream())
          .toList();
    }
    var parsed = (ObjectReference) field(query, "nativeQuery");
    return List.of(((StringReference) field(parsed, "nativeSql")).value());
  }

  private static Value field(ObjectReference of, String name) {
    var field = of.referenceType().fieldByName(name);
    return field == null ? null : of.getValue(field);
  }

  private static String topLevel(String name) {
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  @Override
  public void close() {
    try {
      connector.stopListening(arguments);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (IllegalConnectorArgumentsException e) {
      throw new IllegalStateException(e);
    }
  }
}

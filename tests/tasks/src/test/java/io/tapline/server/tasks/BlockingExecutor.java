package io.tapline.server.tasks;

import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A job of the server's own that goes on when a test lets it, or fails as the payload says. */
public final class BlockingExecutor implements InternalExecutor {

  static final Gate GATE = new Gate();

  /** Open, or not. */
  static final class Gate {
    private boolean open = true;
    private final List<ClassLoader> before = new ArrayList<>();

    synchronized void close() {
      open = false;
    }

    synchronized void open() {
      open = true;
      notifyAll();
    }

    synchronized void pass() throws InterruptedException {
      var server = Thread.currentThread().getContextClassLoader();
      before.add(server);
      try {
        while (!open) {
          wait();
        }
      } finally {
        before.remove(server);
      }
    }

    synchronized int waiting() {
      return before.size();
    }

    /** Number of blocked threads of one server; each server has a separate class loader. */
    synchronized long waiting(ClassLoader server) {
      return before.stream().filter(server::equals).count();
    }
  }

  @Override
  public String category() {
    return "analysis";
  }

  @Override
  public String name() {
    return "Blocking";
  }

  @Override
  public JsonNode schema() {
    return Json.object();
  }

  @Override
  public JsonNode run(InternalTask task) throws InterruptedException {
    if (task.payload().has("fail")) {
      throw new IllegalStateException(task.payload().path("fail").asString());
    }
    GATE.pass();
    return Json.object()
        .put("task", task.taskId())
        .put("room", task.roomId())
        .set("payload", task.payload());
  }
}

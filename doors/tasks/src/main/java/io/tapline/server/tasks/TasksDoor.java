package io.tapline.server.tasks;

import io.tapline.server.base.Door;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Adds the tasks API to a server. */
public final class TasksDoor implements Door {

  @Override
  public String name() {
    return "tasks";
  }

  @Override
  public String paths() {
    return TaskPaths.ROOT + "/";
  }

  @Override
  public Optional<Object> settings(UnaryOperator<String> variables) {
    return Optional.of(TaskSettings.read(variables));
  }
}

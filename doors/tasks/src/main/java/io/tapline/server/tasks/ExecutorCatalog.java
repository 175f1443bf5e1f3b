package io.tapline.server.tasks;

import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.http.ProblemException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;

/**
 * The executors of this server: built-in ones, those on the class path, and those in jars of the
 * plugin folder. The server does not start with an unusable executor, because otherwise only a
 * failed task would show the fault.
 */
@Component
final class ExecutorCatalog implements DisposableBean {

  private final Map<String, InternalExecutor> byName = new TreeMap<>();
  private final Set<String> builtIn;
  private final URLClassLoader plugins;

  ExecutorCatalog(
      TaskSettings settings, PayloadSchemas schemas, List<InternalExecutor> components) {
    components.forEach(executor -> add(executor, schemas));
    this.builtIn = Set.copyOf(queueKeys());
    this.plugins = new URLClassLoader(jars(settings.plugins()), own());
    try {
      ServiceLoader.load(InternalExecutor.class, plugins)
          .forEach(executor -> add(executor, schemas));
    } catch (ServiceConfigurationError | LinkageError e) {
      throw new StartupRefused("An executor of --plugins cannot be loaded: " + e.getMessage(), e);
    }
  }

  private static ClassLoader own() {
    return ExecutorCatalog.class.getClassLoader();
  }

  private static URL[] jars(Path folder) {
    if (folder == null) {
      return new URL[0];
    }
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".jar"))
          .sorted()
          .map(ExecutorCatalog::url)
          .toArray(URL[]::new);
    } catch (IOException e) {
      throw new StartupRefused(
          "The folder of --plugins, " + folder + ", cannot be read: name one with jars in it.", e);
    }
  }

  private static URL url(Path jar) {
    try {
      return jar.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void add(InternalExecutor executor, PayloadSchemas schemas) {
    var what = "Executor " + executor.getClass().getName();
    requireText(what, "category", executor.category());
    requireText(what, "name", executor.name());
    if (executor.category().contains(":") || executor.name().contains("/")) {
      throw new StartupRefused(what + ": a category has no colon, and a name no slash.");
    }
    if (executor.schema() == null || !executor.schema().isObject()) {
      throw new StartupRefused(what + ": its schema is no JSON object.");
    }
    try {
      schemas.requireSchema(executor.schema());
    } catch (ProblemException e) {
      throw new StartupRefused(what + ": " + e.problem().detail() + ".", e);
    }
    var name = nameOf(executor).fullName();
    if (byName.putIfAbsent(name, executor) != null) {
      throw new StartupRefused(what + ": another executor is called " + name + " already.");
    }
  }

  private static void requireText(String what, String field, String text) {
    if (text == null || text.isBlank() || text.length() > Limits.NAME) {
      throw new StartupRefused(
          what + ": its " + field + " is blank or longer than " + Limits.NAME + " characters.");
    }
  }

  static JobName nameOf(InternalExecutor executor) {
    return new JobName(JobName.INTERNAL, executor.category(), executor.name());
  }

  Collection<InternalExecutor> all() {
    return byName.values();
  }

  /** Null if this server has no executor of this name. */
  InternalExecutor named(String fullName) {
    return byName.get(fullName);
  }

  /** The queues of the jobs that this server can run; another server may have more. */
  List<String> queueKeys() {
    return byName.values().stream().map(executor -> nameOf(executor).queueKey()).toList();
  }

  /** The queues that every server has. */
  Set<String> builtIn() {
    return builtIn;
  }

  /** The class loader for code of executors. */
  ClassLoader loader() {
    return plugins;
  }

  @Override
  public void destroy() throws IOException {
    plugins.close();
  }
}

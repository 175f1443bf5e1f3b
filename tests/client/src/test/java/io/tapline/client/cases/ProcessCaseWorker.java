package io.tapline.client.cases;

import io.tapline.client.testing.CuttableProxy;
import io.tapline.engine.testing.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.json.JsonMapper;

/**
 * A runtime of any language, in a process of its own. It is given the path of the table, the name
 * of the case, the queue, the grace time and the heartbeat's time; {@code TAPLINE_URL} and {@code
 * TAPLINE_TOKEN} are set. It says {@code started}, {@code begun}, {@code heard REASON} and at its
 * end {@code figures {…}}, each as a line; a line that it reads lets its handler go.
 */
final class ProcessCaseWorker implements CaseWorker {

  private final Process process;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Thread reader;

  ProcessCaseWorker(ProcessBuilder program, WorkerCase one, CuttableProxy cable, String queue) {
    program.environment().put("TAPLINE_URL", cable.url());
    program.environment().put("TAPLINE_TOKEN", "acme-service");
    var command = new ArrayList<>(program.command());
    command.addAll(
        List.of(
            WorkerCase.TABLE.toString(),
            one.name(),
            queue,
            String.valueOf(one.graceSeconds()),
            String.valueOf(one.heartbeatSeconds())));
    try {
      process = program.command(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    reader = new Thread(this::read, "worker-output");
    reader.setDaemon(true);
    reader.start();
    awaitLines("started", 1);
  }

  private void read() {
    try (var output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = output.readLine(); line != null; line = output.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add("output ended: " + e);
    }
  }

  private void awaitLines(String line, int count) {
    Await.until(
        count + " times " + line + " from the worker; its output is " + lines,
        () -> {
          boolean complete = lines.stream().filter(line::equals).count() >= count;
          if (!reader.isAlive() && !complete) {
            throw new AssertionError("the worker ended without the line " + line + ": " + lines);
          }
          return complete;
        });
  }

  @Override
  public void awaitBegun(int pieces) {
    awaitLines("begun", pieces);
  }

  @Override
  public void go() {
    try {
      process.getOutputStream().write("go\n".getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> heard() {
    return lines.stream()
        .filter(line -> line.startsWith("heard "))
        .map(line -> line.substring("heard ".length()))
        .toList();
  }

  /** SIGTERM, by its handle: the process's own method would close its output, too. */
  @Override
  public void stop() {
    process.toHandle().destroy();
    Await.until("the worker ends; it said " + lines, () -> !process.isAlive() && !reader.isAlive());
    if (process.exitValue() != 0) {
      throw new AssertionError("the worker ended with " + process.exitValue() + ": " + lines);
    }
  }

  /** SIGKILL. */
  @Override
  public void kill() {
    process.toHandle().destroyForcibly();
    Await.until("the worker is gone", () -> !process.isAlive());
  }

  @Override
  public Map<String, Integer> figures() {
    var figures = new HashMap<String, Integer>();
    for (var line : lines) {
      if (line.startsWith("figures ")) {
        JsonMapper.shared()
            .readTree(line.substring("figures ".length()))
            .properties()
            .forEach(field -> figures.put(field.getKey(), field.getValue().asInt()));
      }
    }
    return figures;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}

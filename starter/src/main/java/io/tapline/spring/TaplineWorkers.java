package io.tapline.spring;

import io.tapline.client.worker.PayloadCodec;
import io.tapline.client.worker.WorkPort;
import io.tapline.client.worker.Worker;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;

/**
 * One worker of the runtime for each served queue. The workers start last and stop first, so that
 * the beans of the handlers are available while they run.
 */
final class TaplineWorkers implements SmartInitializingSingleton, SmartLifecycle {

  private final HandlerMethods methods;
  private final QueueSetup queues;
  private final WorkPort port;
  private final PayloadCodec codec;
  private final String name;
  private final TaplineProperties settings;
  private final Map<String, Map<String, HandlerMethod>> served = new TreeMap<>();
  private final List<Worker> workers = new CopyOnWriteArrayList<>();

  TaplineWorkers(
      HandlerMethods methods,
      QueueSetup queues,
      WorkPort port,
      PayloadCodec codec,
      String name,
      TaplineProperties settings) {
    this.methods = methods;
    this.queues = queues;
    this.port = port;
    this.codec = codec;
    this.name = name;
    this.settings = settings;
  }

  @Override
  public void afterSingletonsInstantiated() {
    served.putAll(methods.byQueue());
    var wanted = settings.worker().queues();
    wanted.forEach(this::requireHandler);
    if (!wanted.isEmpty()) {
      served.keySet().retainAll(wanted);
    }
    served.forEach(this::requireQueue);
  }

  private void requireHandler(String queueKey) {
    if (!served.containsKey(queueKey)) {
      throw new TaplineStartException(
          "tapline.worker.queues names the queue " + queueKey + ", but no handler serves it.",
          "Write a method with @TaplineHandler(queue = \"%s\"), or remove the queue from the list."
              .formatted(queueKey));
    }
  }

  private void requireQueue(String queueKey, Map<String, HandlerMethod> handlers) {
    if (!queues.exists(queueKey)) {
      throw new TaplineStartException(
          "The handler %s serves the queue %s, which the tenant %s does not have."
              .formatted(handlers.values().iterator().next().name(), queueKey, settings.tenant()),
          "Correct the name, or create the queue with a bean: TaplineQueue.of(\""
              + queueKey
              + "\").");
    }
  }

  @Override
  public void start() {
    served.forEach((queueKey, handlers) -> workers.add(worker(queueKey, handlers)));
  }

  private Worker worker(String queueKey, Map<String, HandlerMethod> handlers) {
    var own = settings.worker();
    var builder =
        Worker.builder(name, port)
            .queue(queueKey)
            .codec(codec)
            .concurrency(own.concurrency())
            .grace(own.grace())
            // Spring stops the worker before the beans of its handlers.
            .stopAtExit(false);
    own.capabilities().forEach(builder::capability);
    handlers.forEach(
        (action, handler) -> {
          if (action.isEmpty()) {
            builder.handle(handler);
          } else {
            builder.handle(action, handler);
          }
        });
    return builder.start();
  }

  /**
   * Stops the workers of all queues in parallel: they claim nothing more, let handlers finish and
   * release the other jobs.
   */
  @Override
  public void stop() {
    var ends = workers.stream().map(worker -> new Thread(worker::close, name + "-stop")).toList();
    ends.forEach(Thread::start);
    try {
      for (var end : ends) {
        end.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.clear();
  }

  @Override
  public boolean isRunning() {
    return !workers.isEmpty();
  }

  List<String> queueKeys() {
    return List.copyOf(served.keySet());
  }

  int inFlight() {
    return workers.stream().mapToInt(Worker::inFlight).sum();
  }
}

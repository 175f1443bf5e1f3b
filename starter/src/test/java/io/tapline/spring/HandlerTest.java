package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.JobException;
import io.tapline.engine.read.subject.SubjectView;
import io.tapline.tapdb.Json;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Methods of beans as workers. */
class HandlerTest {

  /**
   * Far longer than any test takes: a worker that is woken in time was woken by the notification.
   */
  private static final String NEVER = "tapline.worker.poll-every=1h";

  private static ScratchApplication application;

  @BeforeAll
  static void database() {
    application = new ScratchApplication();
    application.provisioning().withUserConfiguration(EnqueueTest.Orders.class).run(context -> {});
  }

  @AfterAll
  static void end() {
    application.close();
  }

  private static ApplicationContextRunner runner(Class<?>... configuration) {
    return application
        .runner()
        .withUserConfiguration(EnqueueTest.Orders.class)
        .withUserConfiguration(configuration)
        .withPropertyValues(NEVER);
  }

  @Test
  void each_gets_its_work_in_the_form_it_asks_for_as_soon_as_that_is_committed() {
    runner(Handlers.class)
        .run(
            context -> {
              var handlers = context.getBean(Handlers.class);
              var tapline = context.getBean(TaplineTemplate.class);
              new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
                  .executeWithoutResult(
                      status -> tapline.enqueue("orders", new Order(7, "two words")));
              assertThat(handlers.next()).isEqualTo("all 7 two words, attempt 1");

              tapline.enqueue(of("pack", Map.of("number", 8)));
              assertThat(handlers.next()).isEqualTo("pack 8 in a transaction");
            });
  }

  @Test
  void the_mapper_of_the_application_writes_and_reads_the_properties() {
    runner(Handlers.class, SnakeCase.class)
        .run(
            context -> {
              var subject =
                  context.getBean(TaplineTemplate.class).enqueue("orders", new Order(7, "Basel"));
              assertThat(context.getBean(Handlers.class).next())
                  .isEqualTo("all 7 Basel, attempt 1");
              assertThat(view(context, subject).properties().path("ship_to").asString())
                  .isEqualTo("Basel");
            });
  }

  @Test
  void what_it_throws_fails_the_attempt_and_what_it_returns_is_kept() {
    runner(Handlers.class)
        .run(
            context -> {
              var handlers = context.getBean(Handlers.class);
              var tapline = context.getBean(TaplineTemplate.class);
              var bad = tapline.enqueue(of("refuse", Map.of())).subjectEuid();
              assertThat(handlers.next()).isEqualTo("refuse");
              awaitState(context, bad, ExecutionState.FAILED_TERMINAL);

              var good = tapline.enqueue(of("pack", Map.of("number", 9))).subjectEuid();
              assertThat(handlers.next()).startsWith("pack 9");
              awaitState(context, good, ExecutionState.COMPLETED);
              assertThat(history(context, good).path("result_snapshot").path("packed").asInt())
                  .isEqualTo(9);
            });
  }

  @Test
  void the_end_of_the_application_gives_back_what_is_not_done_in_time() {
    var subject = new String[1];
    var attempts = new int[1];
    runner(Stubborn.class)
        .withPropertyValues("tapline.worker.grace=0s")
        .run(
            context -> {
              subject[0] =
                  context.getBean(TaplineTemplate.class).enqueue("orders", Map.of("number", 1));
              context.getBean(Stubborn.class).begun.await(60, TimeUnit.SECONDS);
            });
    runner()
        .run(
            context -> {
              var now = view(context, subject[0]);
              attempts[0] = now.execution().attemptCount();
              assertThat(now.activeLease()).isNull();
              assertThat(now.execution().state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
            });
    assertThat(attempts[0]).as("it costs no attempt").isZero();
    runner(Handlers.class)
        .run(context -> assertThat(context.getBean(Handlers.class).next()).startsWith("all 1"));
  }

  @Test
  void a_process_may_serve_only_some_queues_or_none() {
    runner(Handlers.class)
        .withPropertyValues("tapline.worker.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(TaplineWorkers.class));
    runner(Handlers.class, Elsewhere.class)
        .withPropertyValues("tapline.worker.queues=orders")
        .run(
            context ->
                assertThat(context.getBean(TaplineWorkers.class).queueKeys())
                    .containsExactly("orders"));
  }

  @Test
  void a_handler_of_an_unknown_queue_is_told_so() {
    StartTest.refused(
        runner(Elsewhere.class),
        "The handler Elsewhere.work serves the queue nowhere, which the tenant default does not"
            + " have.",
        "TaplineQueue.of(\"nowhere\")");
  }

  @Test
  void a_queue_that_no_handler_serves_is_told_so() {
    StartTest.refused(
        runner(Handlers.class).withPropertyValues("tapline.worker.queues=orders,returns"),
        "tapline.worker.queues names the queue returns, but no handler serves it.",
        "@TaplineHandler(queue = \"returns\")");
  }

  @Test
  void two_handlers_for_one_key_are_told_so() {
    StartTest.refused(
        runner(Handlers.class, Twin.class),
        "The queue orders has two handlers for the action pack: Handlers.pack and Twin.pack.",
        "give them different actions");
  }

  @Test
  void a_parameter_that_nothing_can_be_given_for_is_told_so() {
    StartTest.refused(
        runner(Primitive.class),
        "The handler Primitive.work has a parameter of type int.",
        "Use the Job");
  }

  private static Enqueue of(String action, Map<String, ?> properties) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(UUID.randomUUID().toString()))
        .templateCode(Enqueue.TASK)
        .properties(Json.tree(properties))
        .queueKey("orders")
        .nextActionKey(action)
        .build();
  }

  private static SubjectView view(AssertableApplicationContext context, String subject) {
    var tapline = context.getBean(TaplineTemplate.class);
    return tapline.engine().reads().subjects().one(tapline.caller().tenantId(), subject, null);
  }

  private static JsonNode history(AssertableApplicationContext context, String subject) {
    var tapline = context.getBean(TaplineTemplate.class);
    var records =
        tapline
            .engine()
            .reads()
            .history()
            .historyOf(tapline.caller().tenantId(), subject)
            .records();
    return records.get(records.size() - 1);
  }

  /** Reports come after the handler has returned. */
  private static void awaitState(
      AssertableApplicationContext context, String subject, ExecutionState state) {
    await()
        .atMost(60, TimeUnit.SECONDS)
        .until(() -> view(context, subject).execution().state() == state);
  }

  /** The data of an order. */
  record Order(int number, String shipTo) {}

  @Configuration
  @EnableTransactionManagement
  static class Handlers {

    private final BlockingQueue<String> handled = new LinkedBlockingQueue<>();

    @TaplineHandler(queue = "orders")
    void all(Order order, Job job) {
      handled.add("all %d %s, attempt %d".formatted(order.number(), order.shipTo(), job.attempt()));
    }

    @TaplineHandler(queue = "orders", action = "pack")
    @Transactional
    public Map<String, Integer> pack(JsonNode order) {
      boolean inside = TransactionSynchronizationManager.isActualTransactionActive();
      int number = order.path("number").asInt();
      handled.add("pack " + number + (inside ? " in a transaction" : ""));
      return Map.of("packed", number);
    }

    @TaplineHandler(queue = "orders", action = "refuse")
    void refuse() {
      handled.add("refuse");
      throw new JobException(ErrorClass.PERMANENT_INPUT, "NO_ORDER", "there is no order");
    }

    String next() throws InterruptedException {
      return handled.poll(60, TimeUnit.SECONDS);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class SnakeCase {
    @Bean
    JsonMapper mapper() {
      return JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Stubborn {
    final CountDownLatch begun = new CountDownLatch(1);

    @TaplineHandler(queue = "orders")
    void work() throws InterruptedException {
      begun.countDown();
      new CountDownLatch(1).await();
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class Elsewhere {
    @TaplineHandler(queue = "nowhere")
    void work() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class Twin {
    @TaplineHandler(queue = "orders", action = "pack")
    void pack() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class Primitive {
    @TaplineHandler(queue = "orders")
    void work(int number) {}
  }
}

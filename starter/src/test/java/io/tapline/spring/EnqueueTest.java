package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.spring.DatabaseProvisioning.LoginRights;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Work that is enqueued in the application's transaction exists if, and only if, it commits. */
class EnqueueTest {

  private static ScratchApplication application;

  private long before;

  @BeforeAll
  static void database() {
    application = new ScratchApplication();
    application.provisioning().withUserConfiguration(Orders.class).run(context -> {});
  }

  @AfterAll
  static void end() {
    application.close();
  }

  @BeforeEach
  void count() {
    before = application.count("tapline.instance_subject");
    application.sql("delete from public.orders");
  }

  @Test
  void it_commits_with_the_applications_rows() {
    run(
        context -> {
          transaction(context)
              .executeWithoutResult(
                  status -> {
                    order(context, 1);
                    tapline(context).enqueue("orders", Map.of("number", 1));
                    assertThat(subjects()).as("not before the commit").isZero();
                  });
          assertThat(subjects()).isEqualTo(1);
          assertThat(application.count("public.orders")).isEqualTo(1);
        });
  }

  @Test
  void it_is_gone_with_a_rollback() {
    run(
        context -> {
          assertThatThrownBy(
                  () ->
                      transaction(context)
                          .executeWithoutResult(
                              status -> {
                                order(context, 1);
                                tapline(context).enqueue("orders", Map.of("number", 1));
                                throw new IllegalStateException("no");
                              }))
              .hasMessage("no");
          assertThat(subjects()).isZero();
          assertThat(application.count("public.orders")).isZero();
        });
  }

  @Test
  void a_refusal_takes_the_transaction_with_it() {
    run(
        context -> {
          assertThatThrownBy(
                  () ->
                      transaction(context)
                          .executeWithoutResult(
                              status -> {
                                order(context, 1);
                                tapline(context).enqueue("nowhere", Map.of());
                              }))
              .isInstanceOfSatisfying(
                  RefusedException.class, e -> assertThat(e.code()).isEqualTo(Code.NOT_FOUND));
          assertThat(application.count("public.orders")).isZero();
        });
  }

  @Test
  void outside_of_a_transaction_it_is_there_at_once_and_once_only() {
    run(
        context -> {
          var first = tapline(context).enqueue("orders", "order-1", Map.of("number", 1));
          assertThat(tapline(context).enqueue("orders", "order-1", Map.of("number", 1)))
              .isEqualTo(first);
          assertThat(subjects()).isEqualTo(1);
        });
  }

  @Test
  void a_transaction_of_something_else_is_refused() {
    run(
        context -> {
          var elsewhere = new TransactionTemplate(new Elsewhere());
          assertThatThrownBy(
                  () ->
                      elsewhere.executeWithoutResult(
                          status -> tapline(context).enqueue("orders", Map.of())))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("does not belong to the DataSource of Tapline");
          assertThat(subjects()).isZero();
        });
  }

  @Test
  void a_transaction_with_another_isolation_level_is_refused() {
    run(
        context -> {
          var repeatable = transaction(context);
          repeatable.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
          assertThatThrownBy(
                  () ->
                      repeatable.executeWithoutResult(
                          status -> tapline(context).enqueue("orders", Map.of())))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("isolation level repeatable read");
          assertThat(subjects()).isZero();
        });
  }

  @Test
  void the_walls_bind_the_applications_login() {
    run(
        context -> {
          tapline(context).enqueue("orders", Map.of("number", 1));
          var loginRights = LoginRights.read(context.getBean(DataSource.class));
          assertThat(loginRights)
              .isEqualTo(new LoginRights(application.login, true, "tapline_serving", true, false));
          assertThat(
                  new JdbcTemplate(context.getBean(DataSource.class))
                      .queryForObject("select count(*) from tapline.generic_instance", Long.class))
              .as("without a tenant nothing is seen")
              .isZero();
        });
  }

  private void run(ContextConsumer<AssertableApplicationContext> test) {
    application.runner().withUserConfiguration(Orders.class).run(test);
  }

  private long subjects() {
    return application.count("tapline.instance_subject") - before;
  }

  private static TaplineTemplate tapline(AssertableApplicationContext context) {
    return context.getBean(TaplineTemplate.class);
  }

  private static TransactionTemplate transaction(AssertableApplicationContext context) {
    return new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
  }

  private static void order(AssertableApplicationContext context, int number) {
    new JdbcTemplate(context.getBean(DataSource.class))
        .update("insert into public.orders values (?)", number);
  }

  @Configuration(proxyBeanMethods = false)
  static class Orders {
    @Bean
    TaplineQueue orders() {
      return TaplineQueue.of("orders");
    }
  }

  /** Begins, commits and rolls back nothing that Tapline knows of. */
  private static final class Elsewhere extends AbstractPlatformTransactionManager {
    @Override
    protected Object doGetTransaction() {
      return this;
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {
      // Nothing of ours.
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      // Nothing of ours.
    }

    @Override
    protected void doRollback(DefaultTransactionStatus status) {
      // Nothing of ours.
    }
  }
}

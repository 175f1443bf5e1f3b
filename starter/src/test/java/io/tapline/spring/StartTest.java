package io.tapline.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.request.QueueFields;
import io.tapline.engine.Engine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Requirements for the start of an application with Tapline, and the messages when one is missing.
 */
class StartTest {

  /** Nobody makes this one ready. */
  private static ScratchApplication bare;

  private static ScratchApplication application;

  @BeforeAll
  static void databases() {
    bare = new ScratchApplication();
    application = new ScratchApplication();
  }

  @AfterAll
  static void end() {
    bare.close();
    application.close();
  }

  @Test
  void a_database_that_nobody_made_ready_is_told_so() {
    refused(
        bare.runner(),
        "The application's database has no Tapline schema.",
        "tapline.provision.enabled=true");
  }

  @Test
  void provisioning_needs_an_administrators_login() {
    refused(
        bare.runner().withPropertyValues("tapline.provision.enabled=true"),
        "tapline.provision.enabled is true, but tapline.provision.user is not set.",
        "tapline.provision.user");
  }

  @Test
  void a_password_is_needed_only_where_postgresql_asks_for_one() {
    try (var open = new ScratchApplication();
        var trusted = open.trust();
        var closed = new ScratchApplication()) {
      open.provisioning()
          .withPropertyValues("tapline.provision.password=")
          .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Engine.class));
      trusted.end();
      refused(
          closed.provisioning().withPropertyValues("tapline.provision.password="),
          "but no password was provided",
          "tapline.provision.url, .user and .password");
    }
  }

  @Test
  void a_login_that_may_not_make_roles_cannot_provision() {
    refused(
        bare.provisioning()
            .withPropertyValues(
                "tapline.provision.user=" + bare.login,
                "tapline.provision.password=" + ScratchApplication.PASSWORD),
        "Tapline could not provision its database as " + bare.login,
        "the login must own the database");
  }

  @Test
  void once_made_ready_it_needs_no_administrator_but_the_grant_and_the_tenant() {
    application
        .provisioning()
        .withPropertyValues("tapline.tenant=shop")
        .run(context -> assertThat(context).hasSingleBean(TaplineTemplate.class));
    // Everything is there, and the login has what it needs.
    application
        .runner()
        .withPropertyValues("tapline.tenant=shop")
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Engine.class));
    refused(
        application.runner().withPropertyValues("tapline.tenant=another"),
        "There is no tenant another in the application's database.",
        "Correct tapline.tenant");
    application.sql("revoke tapline_serving from " + application.login);
    refused(
        application.runner().withPropertyValues("tapline.tenant=shop"),
        "The application's database login " + application.login + " may not use Tapline's tables.",
        "grant tapline_serving to " + application.login + ";");
  }

  @Test
  void a_tenant_key_that_is_none_is_told_so() {
    refused(
        application.provisioning().withPropertyValues("tapline.tenant=Not A Key"),
        "tapline.tenant is invalid: tenant key 'Not A Key' is not",
        "Set tapline.tenant to a valid key.");
  }

  @Test
  void a_queue_that_cannot_be_made_is_told_so() {
    refused(
        application.provisioning().withUserConfiguration(BadQueue.class),
        "The queue orders cannot be created: ",
        "Correct its TaplineQueue bean.");
  }

  @Test
  void it_can_be_left_out() {
    bare.runner()
        .withPropertyValues("tapline.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Engine.class));
  }

  static void refused(ApplicationContextRunner runner, String sentence, String action) {
    runner.run(
        context -> {
          assertThat(context).hasFailed();
          var analysis = new TaplineFailureAnalyzer().analyze(context.getStartupFailure());
          assertThat(analysis).as("an analysis of " + context.getStartupFailure()).isNotNull();
          assertThat(analysis.getDescription()).contains(sentence);
          assertThat(analysis.getAction()).contains(action);
        });
  }

  @Configuration(proxyBeanMethods = false)
  static class BadQueue {
    @Bean
    TaplineQueue orders() {
      return new TaplineQueue("orders", QueueFields.NONE);
    }
  }
}

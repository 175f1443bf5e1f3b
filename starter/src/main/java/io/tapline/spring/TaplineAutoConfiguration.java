package io.tapline.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Command;
import io.tapline.client.worker.PayloadCodec;
import io.tapline.engine.Engine;
import io.tapline.engine.EngineUpkeep;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/** The engine on the application's DataSource, with its Spring integration. */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnProperty(name = "tapline.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TaplineProperties.class)
public class TaplineAutoConfiguration {

  private static final String UNNAMED = "application";

  @Bean
  TaplineInstallation taplineInstallation(
      DataSource application, TaplineProperties settings, Environment environment) {
    var name = environment.getProperty("spring.application.name", UNNAMED);
    return TaplineInstallation.in(
        application, settings, settings.principal() == null ? name : settings.principal());
  }

  /** Depends on the installation, because the engine reads its templates from the database. */
  @Bean
  @ConditionalOnMissingBean
  Engine taplineEngine(
      DataSource application,
      TaplineInstallation installation,
      ObjectProvider<TaplineQueue> queues) {
    var engine = new Engine(application);
    new QueueSetup(engine, installation).make(queues.orderedStream().toList());
    return engine;
  }

  @Bean
  CommitSignal taplineCommitSignal(Engine engine) {
    var commitSignal = new CommitSignal();
    engine.listen(new NewWorkListener(commitSignal));
    return commitSignal;
  }

  /** Reads and writes payloads as the application does, with its modules and its names. */
  @Bean
  @ConditionalOnMissingBean
  PayloadCodec taplinePayloadCodec(ObjectProvider<JsonMapper> mappers) {
    var mapper = mappers.getIfUnique();
    return mapper == null ? PayloadCodec.strict() : PayloadCodec.of(mapper);
  }

  @Bean
  @ConditionalOnMissingBean
  TaplineTemplate taplineTemplate(
      Engine engine,
      DataSource application,
      TaplineInstallation installation,
      PayloadCodec codec,
      CommitSignal commitSignal) {
    return new TaplineTemplate(engine, application, installation.caller(), codec, commitSignal);
  }

  @Bean
  @ConditionalOnProperty(name = "tapline.worker.enabled", matchIfMissing = true)
  TaplineWorkers taplineWorkers(
      ConfigurableListableBeanFactory beans,
      Engine engine,
      TaplineInstallation installation,
      PayloadCodec codec,
      CommitSignal commitSignal,
      TaplineProperties settings) {
    var port =
        new EnginePort(engine, installation.caller(), commitSignal, settings.worker().pollEvery());
    return new TaplineWorkers(
        new HandlerMethods(beans),
        new QueueSetup(engine, installation),
        port,
        codec,
        installation.caller().principal(),
        settings);
  }

  @Bean
  EngineUpkeep taplineUpkeep(
      Engine engine,
      DataSource application,
      TaplineInstallation installation,
      TaplineProperties settings) {
    return EngineUpkeep.start(engine, application, installation.owner(), settings.sweepEvery());
  }

  /** Active if the application has health indicators. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  @ConditionalOnEnabledHealthIndicator("tapline")
  static class HealthConfiguration {

    @Bean
    HealthIndicator taplineHealthIndicator(
        Engine engine,
        DataSource application,
        TaplineProperties settings,
        ObjectProvider<TaplineWorkers> workers) {
      return new TaplineHealthIndicator(engine, application, settings, workers.getIfAvailable());
    }
  }

  /** Active if the application has metrics. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class MetricsConfiguration {

    @Bean
    TaplineMetrics taplineMetrics(Engine engine, TaplineInstallation installation) {
      return new TaplineMetrics(engine, new QueueFigures(engine, installation.caller().tenantId()));
    }
  }

  /**
   * Signals when the engine of this process has made a job READY: by an enqueue, a completion with
   * a next queue, a requeue or a released hold.
   */
  private record NewWorkListener(CommitSignal commitSignal) implements ActionListener {

    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      if (outcomes.stream().anyMatch(NewWorkListener::ready)) {
        commitSignal.signal();
      }
    }

    private static boolean ready(ItemOutcome outcome) {
      return outcome != null
          && !outcome.refused()
          && outcome.answer().result() instanceof Envelope envelope
          && envelope.state() == ExecutionState.READY;
    }
  }
}

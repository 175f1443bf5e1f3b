package io.tapline.example.orders;

import io.tapline.postgres.EmbeddedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Provides a PostgreSQL for a trial if no {@code spring.datasource.url} is given. A real
 * application has its own database.
 */
final class DemoDatabase implements ApplicationContextInitializer<ConfigurableApplicationContext> {

  @Override
  public void initialize(ConfigurableApplicationContext context) {
    var environment = context.getEnvironment();
    if (environment.containsProperty("spring.datasource.url")) {
      return;
    }
    var folder = Path.of(environment.getProperty("example.data", ".orders-data"));
    var server = EmbeddedServer.start(folder);
    // The first bean is closed last.
    ((GenericApplicationContext) context).registerBean(EmbeddedServer.class, () -> server);
    var settings = prepare(server.jdbcUrl("postgres"), server.user(), server.password());
    environment.getPropertySources().addFirst(new MapPropertySource("demo database", settings));
  }

  /**
   * Creates a login without privileges, and returns the settings of an application that uses it.
   */
  static Map<String, Object> prepare(String url, String admin, String password) {
    try (var connection = DriverManager.getConnection(url, admin, password);
        var statement = connection.createStatement()) {
      statement.execute(sql());
    } catch (SQLException e) {
      throw new IllegalStateException("the demo database could not be made ready", e);
    }
    return Map.of(
        "spring.datasource.url",
        url,
        "spring.datasource.username",
        "orders_app",
        "spring.datasource.password",
        "orders-demo",
        "tapline.provision.enabled",
        "true",
        "tapline.provision.user",
        admin,
        "tapline.provision.password",
        password);
  }

  private static String sql() {
    try (var text = DemoDatabase.class.getResourceAsStream("/demo-login.sql")) {
      return new String(text.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.tapline.server.ui;

import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.springframework.util.FileSystemUtils;

/** One server and one browser for all tests of the screens in this JVM. */
final class ScreenExtension implements ExecutionCondition, AfterEachCallback, ParameterResolver {

  /** Seconds for which a lease outlives whatever a test does on the screens, on any machine. */
  static final int LONG_LEASE = 3_600;

  /** The objects that the tests share. */
  static final class Shared implements AutoCloseable {
    final TestTapline tapline = TestTapline.start();
    final Path folder = folder();
    final Path downloads = folder.resolve("downloads");
    final ChromeDriver driver = Chromium.start(folder.resolve("profile"), downloads);
    final BrowserScreen screen = new BrowserScreen(driver, tapline.address().toString());
    final TenantApi lab = new TenantApi(tapline, "acme");
    final TenantApi other = new TenantApi(tapline, "other");

    private static Path folder() {
      try {
        return Files.createTempDirectory("tapline-ui");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      driver.quit();
      tapline.close();
      FileSystemUtils.deleteRecursively(folder);
    }
  }

  private static Shared shared(ExtensionContext context) {
    // Surefire runs each class by itself, so what ends with a run would end with each class.
    return context
        .getStore(
            ExtensionContext.StoreScope.LAUNCHER_SESSION,
            ExtensionContext.Namespace.create(ScreenExtension.class))
        .computeIfAbsent(Shared.class, key -> new Shared(), Shared.class);
  }

  /** A condition, since Surefire reports a class that a condition disables, with the reason. */
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    return Chromium.here()
        ? ConditionEvaluationResult.enabled("")
        : ConditionEvaluationResult.disabled(Chromium.MISSING);
  }

  /** No test leaves the browser with a complaint: a policy that was broken, a script that threw. */
  @Override
  public void afterEach(ExtensionContext context) {
    var screen = shared(context).screen;
    var complaints = screen.complaints();
    screen.open("/ui/");
    if (context.getExecutionException().isEmpty() && !complaints.isEmpty()) {
      throw new AssertionError("the browser complained: " + complaints);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Shared.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return shared(context);
  }
}

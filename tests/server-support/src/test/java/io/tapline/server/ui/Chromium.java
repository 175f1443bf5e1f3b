package io.tapline.server.ui;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * The browser of this machine. Nothing is downloaded: `./tapline test` installs it where it may.
 */
public final class Chromium {

  public static final String MISSING =
      "The tests of the web UI did not run: they need Debian's packages chromium and"
          + " chromium-driver (/usr/bin/chromium, /usr/bin/chromedriver).";

  private static final Path BROWSER = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

  /**
   * A script waits until the page has drawn itself, and the API viewer draws a whole document at
   * once, which takes minutes on a busy machine.
   */
  private static final Duration LONGEST_SCRIPT = Duration.ofMinutes(5);

  private Chromium() {}

  public static boolean here() {
    return Files.isExecutable(BROWSER) && Files.isExecutable(DRIVER);
  }

  /**
   * @param downloads where files go that a page offers
   */
  public static ChromeDriver start(Path profile, Path downloads) {
    var options = new ChromeOptions();
    options.setBinary(BROWSER.toFile());
    options.addArguments(
        List.of(
            "--headless=new",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
            // Kept pages and spare renderers are processes, each of which reads all scripts anew.
            "--disable-back-forward-cache",
            "--disable-features=SpareRendererForSitePerProcess",
            "--renderer-process-limit=1",
            "--in-process-gpu",
            "--force-prefers-reduced-motion",
            "--window-size=1440,1000",
            "--user-data-dir=" + profile));
    root().ifPresent(options::addArguments);
    options.setScriptTimeout(LONGEST_SCRIPT);
    options.setExperimentalOption(
        "prefs", Map.of("download.default_directory", downloads.toString()));
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    return new ChromeDriver(service, options);
  }

  /** Chromium refuses to put root into a sandbox. */
  private static Optional<String> root() {
    return "root".equals(System.getProperty("user.name"))
        ? Optional.of("--no-sandbox")
        : Optional.empty();
  }
}

package io.tapline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.postgres.ScratchDatabase;
import io.tapline.postgres.TestServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.ui.BrowserScreen;
import io.tapline.server.ui.Chromium;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.chrome.ChromeDriver;
import tools.jackson.databind.JsonNode;

/**
 * Pictures of the main screens of the demo's lab at work. For the documents they are taken with
 * {@code -Dtapline.screenshots=docs/images}, after the lab has lived long enough for its charts;
 * without it they go where the build's other results are.
 */
@Tag("soak")
@EnabledIf(value = "io.tapline.server.ui.Chromium#here", disabledReason = Chromium.MISSING)
class ScreenshotsTest {

  private static final String DOCUMENTS = System.getProperty("tapline.screenshots");
  private static final int MINUTES = DOCUMENTS == null ? 1 : 8;
  private static final Path FOLDER = Path.of(DOCUMENTS == null ? "target/screenshots" : DOCUMENTS);

  /** A README that takes long to load is not read. */
  private static final int MOST_BYTES = 200_000;

  @TempDir static Path folder;

  private static ScratchDatabase scratch;
  private static SimulatedServer demo;
  private static ChromeDriver driver;
  private static BrowserScreen screen;
  private static HttpApi api;
  private static String token;

  @BeforeAll
  static void sit() throws IOException {
    scratch = TestServer.database();
    demo = SimulatedServer.start(scratch, folder, 1);
    token = Files.readString(folder.resolve("admin-token")).strip();
    api = new HttpApi(demo.server.address(), token);
    driver = Chromium.start(folder.resolve("profile"), folder.resolve("downloads"));
    screen = new BrowserScreen(driver, demo.server.address().toString());
    Files.createDirectories(FOLDER);
  }

  @AfterAll
  static void stop() {
    if (driver != null) {
      driver.quit();
    }
    if (demo != null) {
      demo.close();
      scratch.close();
    }
  }

  @Test
  void the_main_screens_of_a_lab_at_work() throws IOException {
    within(Duration.ofMinutes(5), () -> all("leases?status=ACTIVE").size() > 8);
    within(Duration.ofMinutes(MINUTES + 3), () -> minutesSeen() >= MINUTES);
    screen.size(1360, 1040);
    screen.signIn(token, "/");
    screen.sees("Extraction / production");
    shoot("dashboard");
    picture("queue", "/queues/extraction_prod", "Scheduled");
    picture("dead-letters", "/dead-letters", "Triage");
    picture("holds", "/holds", "Reason");
    picture("activity", "/activity", "Audit trail");
    picture("worker", "/workers/" + busiest(), "Eligibility by queue");
    picture("subject", "/subjects/" + atWork(), "Timeline");
    screen.size(390, 844);
    picture("phone", "/", "Extraction / production");
    screen.size(2400, 1350);
    dark();
    picture("wall", "/", "Extraction / production");
  }

  private static JsonNode all(String path) {
    return api.get(path).ok().path("items");
  }

  private static long minutesSeen() {
    var points = api.get("queues/extraction_prod/series?window=hour").ok().path("points");
    return points.valueStream().filter(point -> point.hasNonNull("depth")).count();
  }

  /** Someone with work in hand. */
  private static String busiest() {
    return all("workers?status=ONLINE&limit=100")
        .valueStream()
        .max(Comparator.comparingInt(worker -> worker.path("active_leases").asInt()))
        .orElseThrow()
        .path("worker_euid")
        .asString();
  }

  /** A library in the making: it has a history behind it, and somebody at it. */
  private static String atWork() {
    within(Duration.ofMinutes(2), () -> !running().isEmpty());
    return running().get(0).path("subject_euid").asString();
  }

  private static JsonNode running() {
    return all("subjects?queue_key=ont_lib_prep&state=RUNNING&limit=1");
  }

  private static void within(Duration patience, BooleanSupplier condition) {
    long end = System.nanoTime() + patience.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("within %s", patience).isLessThan(end);
      LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
    }
  }

  private static void picture(String name, String path, String sees) throws IOException {
    screen.open(path);
    screen.sees(sees);
    shoot(name);
  }

  private static void dark() {
    driver.executeScript("localStorage.setItem('tapline.theme', 'dark')");
  }

  private static void shoot(String name) throws IOException {
    screen.sees("Live");
    // Charts and sparklines come after the figures.
    screen.until(() -> (Boolean) driver.executeScript(DRAWN));
    var picture = PngFile.small(driver.getScreenshotAs(OutputType.BYTES));
    assertThat(picture.length).as(name).isBetween(10_000, MOST_BYTES);
    Files.write(FOLDER.resolve(name + ".png"), picture);
  }

  private static final String DRAWN =
      "return !document.querySelector('.skeleton')"
          + " && document.querySelectorAll('nav .count').length === 2"
          + " && (location.pathname !== '/' || document.querySelectorAll('td svg').length > 8)";
}

package io.tapline.server.ui;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.ElementClickInterceptedException;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;

/** The screen as users operate it: buttons by their text, fields by their labels. */
public final class BrowserScreen {

  /** A machine that is shared may stand still for a minute; what is there at once costs none. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  /** A look has the browser lay out the page, so there are fewer of them as time goes by. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(25);

  private static final Duration LAST_PAUSE = Duration.ofMillis(100);

  private static final int MOST_LOOKS = 20;

  private static final String BLOCKED_LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg";

  private final ChromeDriver driver;
  private final String server;

  public BrowserScreen(ChromeDriver driver, String server) {
    this.driver = driver;
    this.server = server;
  }

  public ChromeDriver driver() {
    return driver;
  }

  /** Signs in as a person does, and goes to a screen. */
  public void signIn(String token, String path) {
    driver.manage().deleteAllCookies();
    driver.get(server + "/sign-in?next=" + path);
    fill("Token", token);
    click("Sign in");
    until(() -> !driver.findElements(By.cssSelector("nav[aria-label=Main]")).isEmpty());
  }

  public void open(String path) {
    driver.get(server + path);
  }

  String path() {
    return driver.getCurrentUrl().substring(server.length());
  }

  /** Clicks the button or link with these words, in the dialog if one is open. */
  void click(String words) {
    act(() -> press(find(words)));
  }

  boolean offers(String words) {
    return steady(
        () -> driver.findElements(byWords(words)).stream().anyMatch(WebElement::isDisplayed));
  }

  /** Clicks what a selector finds. */
  void clickOn(String css) {
    act(() -> press(driver.findElement(By.cssSelector(css))));
  }

  /** Scrolls an element out from under the bar at the top, as a user would. */
  private void press(WebElement element) {
    try {
      element.click();
    } catch (ElementClickInterceptedException e) {
      driver.executeScript("arguments[0].scrollIntoView({block: 'center'})", element);
      throw e;
    }
  }

  private WebElement find(String words) {
    return driver.findElements(byWords(words)).stream()
        .filter(WebElement::isDisplayed)
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(words));
  }

  private By byWords(String words) {
    var in = driver.findElements(By.cssSelector("dialog[open]")).isEmpty() ? "" : "//dialog";
    return By.xpath(in + "//*[(self::button or self::a) and normalize-space()=\"" + words + "\"]");
  }

  void fill(String label, String text) {
    act(
        () -> {
          var field = field(label);
          field.clear();
          field.sendKeys(text);
        });
  }

  void choose(String label, String value) {
    act(() -> field(label).findElement(By.cssSelector("option[value=\"" + value + "\"]")).click());
  }

  private WebElement field(String label) {
    var words = "normalize-space()=\"" + label + "\"";
    var optional = "normalize-space()=\"" + label + " (optional)\"";
    var of = driver.findElement(By.xpath("//label[" + words + " or " + optional + "]"));
    return driver.findElement(By.id(of.getDomAttribute("for")));
  }

  /** Confirms the open dialog with a reason, and waits until it is gone. */
  void confirm(String reason) {
    if (reason != null) {
      fill("Reason", reason);
    }
    submit();
    until(() -> driver.findElements(By.cssSelector("dialog[open]")).isEmpty());
  }

  void submit() {
    act(() -> driver.findElement(By.cssSelector("dialog button[type=submit]")).click());
  }

  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(String.join("", keys)).perform();
  }

  /** Tab until this has the focus: as someone without a mouse does. */
  void tabTo(String words) {
    for (int i = 0; i < 80; i++) {
      press(Keys.TAB);
      if (words.equals(focused())) {
        return;
      }
    }
    throw new AssertionError("Tab never comes to '" + words + "' on " + text());
  }

  String focused() {
    return (String)
        driver.executeScript(
            "const e = document.activeElement;"
                + " return (e.getAttribute('aria-label') || e.textContent || '').trim();");
  }

  /** As the browser lays it out: to ask the driver for it is much more work, and asked often. */
  String text() {
    var text = (String) driver.executeScript("return document.body ? document.body.innerText : ''");
    return text.replace('\t', ' ').replaceAll("\\s*\n\\s*", "\n");
  }

  /** Waits until the screen says this. */
  public void sees(String text) {
    until(() -> text().contains(text), () -> "'" + text + "' is not on: " + text());
  }

  void seesNo(String text) {
    until(() -> !text().contains(text), () -> "'" + text + "' is still on: " + text());
  }

  String one(String css) {
    return steady(
        () -> {
          var found = driver.findElements(By.cssSelector(css));
          return found.isEmpty() ? null : found.get(0).getText();
        });
  }

  /** A page that lives may be drawn anew between two looks at one thing. */
  private static <T> T steady(Supplier<T> look) {
    for (int tries = 1; ; tries++) {
      try {
        return look.get();
      } catch (WebDriverException e) {
        if (!redrawn(e) || tries == MOST_LOOKS) {
          throw e;
        }
      }
    }
  }

  /** The driver has no class of its own for all that it may say then. */
  private static boolean redrawn(WebDriverException e) {
    return e instanceof StaleElementReferenceException
        || String.valueOf(e.getMessage()).contains("does not belong to the document");
  }

  public void size(int width, int height) {
    driver.manage().window().setSize(new Dimension(width, height));
  }

  /** As on a phone that is touched: no window is made as narrow as that. */
  void phone() {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
    driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", true));
  }

  /** As on a desk again. */
  void desk() {
    driver.executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", false));
  }

  /**
   * The messages of the browser console, without refusals of the server and without the logo of the
   * viewer's maker, which the policy blocks.
   */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(Object::toString)
        .filter(line -> !line.contains("Failed to load resource"))
        .filter(line -> !line.contains(BLOCKED_LOGO))
        .toList();
  }

  /** Until what is to be clicked is there and stays. */
  private void act(Runnable doing) {
    until(
        () -> {
          doing.run();
          return true;
        });
  }

  /** The last requests of the page, with their times and durations. */
  private String requests() {
    return (String)
        driver.executeScript(
            "const at = Math.round(performance.now());"
                + " return `asked by the page, which is ${at} ms old:\\n`"
                + " + performance.getEntriesByType('resource').slice(-25).map((entry) =>"
                + " `${Math.round(entry.startTime)} + ${Math.round(entry.duration)} ms"
                + " ${entry.responseStatus} ${entry.name}`).join('\\n')");
  }

  public void until(Supplier<Boolean> condition) {
    until(condition, () -> "not within " + PATIENCE + " on: " + text());
  }

  public void until(Supplier<Boolean> condition, Supplier<String> otherwise) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    RuntimeException last = null;
    long pause = FIRST_PAUSE.toNanos();
    do {
      try {
        if (condition.get()) {
          return;
        }
      } catch (NoSuchElementException | ElementNotInteractableException e) {
        last = e;
      } catch (WebDriverException e) {
        if (!redrawn(e)) {
          throw e;
        }
        last = e;
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LAST_PAUSE.toNanos());
    } while (System.nanoTime() < end);
    throw new AssertionError(otherwise.get() + "\n" + requests(), last);
  }
}

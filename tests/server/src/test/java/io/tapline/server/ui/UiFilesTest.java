package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The pages' files: there for everyone, kept by browsers as long as they are the same. */
@TaplineServer
class UiFilesTest {

  private static final Pattern LINKED = Pattern.compile("(?:href|src)=\"(/ui/[^\"]*)\"");
  private static final Pattern IMPORTED =
      Pattern.compile("(?:import|from)\\s*\\(?\\s*\"(\\.[^\"]*)\"");

  private static TestTapline tapline;
  private static HttpApi nobody;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    nobody = new HttpApi(tapline.address(), null);
  }

  @Test
  void every_screen_begins_with_the_same_page_and_nobody_is_asked_who_they_are() {
    var page = nobody.get("/");
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
    for (var screen :
        List.of(
            "/sign-in",
            "/queues/a%2Fb",
            "/subjects/Z-TK-1",
            "/workflows",
            "/workers",
            "/workers/Z-WK-1",
            "/dead-letters",
            "/holds",
            "/activity",
            "/sessions",
            "/search?q=x")) {
      assertThat(nobody.get(screen).text()).as(screen).isEqualTo(page.text());
    }
  }

  @Test
  void what_is_no_screen_stays_a_problem() {
    for (var path : List.of("/nowhere", "/queues", "/queues/a/b", "/ui/", "/ui/0/js/main.js")) {
      assertThat(nobody.get(path).problem()).as(path).isEqualTo("NOT_FOUND");
    }
    assertThat(nobody.get("/api/v1/execution/nothing").problem()).isEqualTo("NOT_FOUND");
    assertThat(nobody.send("POST", "/", new byte[0]).status()).isEqualTo(404);
  }

  @Test
  void the_page_is_asked_for_each_time_and_its_files_are_kept_for_good() {
    var page = nobody.get("/");
    assertThat(page.header("Cache-Control")).isEqualTo("no-cache");
    for (var file : linked(page.text())) {
      var reply = nobody.get(file);
      assertThat(reply.status()).as(file).isEqualTo(200);
      assertThat(reply.header("Cache-Control")).as(file).contains("immutable");
      assertThat(reply.header("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(reply.header("Content-Security-Policy"))
          .contains("default-src 'none'", "script-src 'self'")
          .doesNotContain("unsafe");
    }
  }

  @Test
  void files_come_compressed_to_who_can_read_that() {
    var file = linked(nobody.get("/").text()).get(0);
    assertThat(nobody.get(file).header("Content-Encoding")).isNull();
    var small = nobody.with("Accept-Encoding", "gzip, br").get(file);
    assertThat(small.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(small.header("Vary")).contains("Accept-Encoding");
  }

  @Test
  void every_module_that_a_module_names_is_there() {
    var files = UiFiles.load("");
    var page = new String(files.shell().plain(), StandardCharsets.UTF_8);
    var waiting = new ArrayDeque<>(linked(page));
    var seen = new HashSet<String>();
    while (!waiting.isEmpty()) {
      var path = waiting.remove();
      assertThat(files.at(path)).as(path).isNotNull();
      if (seen.add(path) && path.endsWith(".js")) {
        var text = new String(files.at(path).plain(), StandardCharsets.UTF_8);
        IMPORTED
            .matcher(text)
            .results()
            .map(found -> URI.create(path).resolve(found.group(1)).getPath())
            .forEach(waiting::add);
      }
    }
    assertThat(seen).anyMatch(path -> path.endsWith("/js/main.js"));
  }

  /** Nothing inline, nothing from elsewhere: the policy would refuse it, and a page would break. */
  @Test
  void the_page_itself_holds_no_script_and_names_no_other_host() {
    var page = nobody.get("/").text();
    assertThat(page).doesNotContainPattern("<script(?![^>]*\\ssrc=)").doesNotContain("style=");
    assertThat(Set.copyOf(linked(page))).allMatch(path -> path.startsWith("/ui/"));
    assertThat(page).doesNotContain("//cdn", "https://", "http://");
  }

  private static List<String> linked(String page) {
    return LINKED.matcher(page).results().map((MatchResult found) -> found.group(1)).toList();
  }
}

package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.testing.CommandRelay;
import io.tapline.client.testing.GuidePage;
import io.tapline.engine.testing.SourceTree;
import io.tapline.server.security.StaticToken;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command of the README and of the guide, typed as it stands there, in order: each page in a
 * shell, a folder and a tenant of its own, against one real server. What is not run says why, in a
 * comment directly before it. A {@code text} block is what the commands before it print.
 */
class GuideRunTest {

  private static final String USUAL_URL = "http://127.0.0.1:8080";
  private static final String PROBLEM = "urn:tapline:problem:";
  private static final Pattern TEST = Pattern.compile("\\b[A-Z]\\w+(Test|Cases)\\b");
  private static final int PATIENCE_SECONDS = 300;

  private static final List<GuidePage> PAGES =
      GuidePage.all().stream()
          .filter(page -> page.blocks().stream().anyMatch(GuideRunTest::isRun))
          .toList();

  @TempDir static Path home;

  private static TestTapline tapline;

  @BeforeAll
  static void start() {
    tapline = TestTapline.startFor(tokens());
  }

  @AfterAll
  static void stop() {
    if (tapline != null) {
      tapline.close();
    }
  }

  private static List<StaticToken> tokens() {
    var all = new ArrayList<String>();
    for (var page : PAGES) {
      for (var role : List.of("admin", "operator", "worker_service", "worker_human")) {
        all.add(token(page, role.replace("worker_", "")) + "=" + tenant(page) + "/" + role);
      }
    }
    return StaticToken.parse(String.join(";", all));
  }

  private static String tenant(GuidePage page) {
    return page.name().replace(".md", "").toLowerCase(java.util.Locale.ROOT);
  }

  private static String token(GuidePage page, String role) {
    return tenant(page) + "-" + role;
  }

  private static boolean isRun(GuidePage.Block block) {
    return block.isCommand() && block.notRun() == null;
  }

  @TestFactory
  Stream<DynamicTest> what_a_page_says_to_type_works_and_prints_what_the_page_says() {
    return PAGES.stream().map(page -> DynamicTest.dynamicTest(page.name(), () -> run(page)));
  }

  @Test
  void what_is_not_run_says_why() {
    var silent = new ArrayList<String>();
    for (var page : GuidePage.all()) {
      for (var block : page.blocks()) {
        if (block.notRun() != null && (block.notRun().length() < 10 || !block.isCommand())) {
          silent.add(page.name() + ":" + block.line() + " " + block.notRun());
        }
      }
    }
    assertThat(silent)
        .as("blocks whose comment gives no reason, or that are no commands")
        .isEmpty();
    var page =
        GuidePage.of("x", List.of("<!-- not run: -->", "```", "./tapline", "```", "```", "```"));
    assertThat(page.blocks().get(0).notRun()).isEmpty();
    assertThat(page.blocks().get(1).notRun()).isNull();
  }

  /** A test that a reason names is there to do it instead. */
  @Test
  void tests_that_are_named_instead_are_there() {
    var names = new TreeSet<String>();
    for (var page : GuidePage.all()) {
      for (var block : page.blocks()) {
        TEST.matcher(block.notRun() == null ? "" : block.notRun())
            .results()
            .forEach(found -> names.add(found.group() + ".java"));
      }
    }
    assertThat(names).hasSizeGreaterThan(5);
    SourceTree.files("src/test").forEach(file -> names.remove(file.getFileName().toString()));
    assertThat(names).as("tests that are not there").isEmpty();
  }

  private static void run(GuidePage page) throws Exception {
    var folder = Files.createDirectories(home.resolve(tenant(page)));
    for (var block : page.blocks()) {
      if (block.file() != null) {
        Files.writeString(folder.resolve(block.file()), block.text());
      }
    }
    Files.createDirectories(folder.resolve(".tapline"));
    Files.writeString(folder.resolve(".tapline/admin-token"), token(page, "admin") + "\n");
    var lab = new TenantApi(tapline, tenant(page));
    try (var relay =
        CommandRelay.at(
            folder.resolve("tapline"),
            words -> new HelpExamples(lab, "extraction").filled(words))) {
      assertThat(relay).isNotNull();
      check(page, said(page, folder));
    }
  }

  /** The output of each block, in page order; a block that is not run has none. */
  private static List<String> said(GuidePage page, Path folder) throws Exception {
    var script = new StringBuilder("set -eu -o pipefail\n");
    for (var block : page.blocks()) {
      if (isRun(block)) {
        script.append(typed(block).replace(USUAL_URL, tapline.address().toString()));
      }
      script.append("printf '\\n=== end\\n'\n");
    }
    var file = Files.writeString(folder.resolve("page.sh"), script);
    var output = folder.resolve("output.txt");
    var builder =
        new ProcessBuilder("bash", file.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(output.toFile());
    var variables = builder.environment();
    variables.keySet().removeIf(name -> name.startsWith("TAPLINE_"));
    variables.put("TAPLINE_URL", tapline.address().toString());
    variables.put("TAPLINE_TOKEN", token(page, "admin"));
    variables.put("HOME", folder.toString());
    variables.put("PATH", folder + ":" + variables.get("PATH"));
    var shell = builder.start();
    boolean ended = shell.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      shell.destroyForcibly().waitFor();
    }
    var said = List.of(Files.readString(output).split("\n=== end\n", -1));
    if (!ended || shell.exitValue() != 0) {
      var block = page.blocks().get(said.size() - 1);
      throw new AssertionError(
          page.name() + ":" + block.line() + (ended ? " failed: " : " did not end: ") + last(said));
    }
    return said;
  }

  private static String last(List<String> said) {
    return said.get(said.size() - 1);
  }

  private static String typed(GuidePage.Block block) {
    return switch (block.language()) {
      case "console" ->
          block
              .text()
              .lines()
              .filter(line -> line.startsWith("$ "))
              .map(line -> line.substring(2))
              .reduce("", (all, line) -> all + line + "\n");
      case "http" -> sent(block.text());
      default -> block.text();
    };
  }

  /** A request as pages write it: method and path on a line, then the body. */
  private static String sent(String request) {
    var head = request.lines().findFirst().orElseThrow().split(" ");
    return "curl -sS -X "
        + head[0]
        + " \"$TAPLINE_URL"
        + head[1]
        + "\" -H \"Authorization: Bearer $TAPLINE_TOKEN\" -H 'Content-Type: application/json'"
        + " --data-binary @- <<'=== body'\n"
        + request.substring(request.indexOf('\n') + 1)
        + "=== body\n";
  }

  private static void check(GuidePage page, List<String> said) {
    int ran = -1;
    boolean told = true;
    for (int i = 0; i < page.blocks().size(); i++) {
      var block = page.blocks().get(i);
      if (isRun(block)) {
        requireDone(page, ran, told, said);
        ran = i;
        told = false;
      } else if (ran >= 0 && block.language().equals("text") && block.file() == null) {
        told = true;
        assertThat(said.get(ran))
            .as(page.name() + ":" + page.blocks().get(ran).line() + " prints what is told there")
            .contains(block.text().lines().toList());
      }
    }
    requireDone(page, ran, told, said);
  }

  /** A refusal that the page does not tell of is none that it wants to show. */
  private static void requireDone(GuidePage page, int ran, boolean told, List<String> said) {
    if (ran >= 0 && !told) {
      assertThat(said.get(ran))
          .as(page.name() + ":" + page.blocks().get(ran).line())
          .doesNotContain(PROBLEM);
    }
  }
}

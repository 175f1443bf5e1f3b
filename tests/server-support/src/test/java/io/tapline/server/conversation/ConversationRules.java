package io.tapline.server.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A recorded conversation with a server and its doors, over HTTP, gRPC and SQL: whatever is moved
 * or rewritten behind them, the answers stay as they were recorded. The chapters are the files in
 * {@code src/test/resources/conversation}; to ask something more, add a line to one and record it,
 * and where an answer was changed on purpose, record it too:
 *
 * <pre>
 * mvn -pl tests/server -am test -Dtest=ConversationTest -Dsurefire.failIfNoSpecifiedTests=false -Dtapline.record=true
 * </pre>
 *
 * Then review the diff of the files. {@link ConversationReplay} says what a line may be.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
abstract class ConversationRules {

  static final Path FOLDER = Path.of("src/test/resources/conversation");

  private static final Path NEVER_GIVEN = FOLDER.resolve("codes-never-given.list");

  static final List<ConversationChapter> CHAPTERS = ConversationChapter.in(FOLDER);

  static ConversationServer server;

  @BeforeAll
  static void start() {
    server = ConversationServer.start(CHAPTERS);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  /** First, since the others look at what it may have recorded. */
  @Order(1)
  @TestFactory
  Stream<DynamicTest> every_answer_is_as_it_was_recorded() {
    return CHAPTERS.stream()
        .map(chapter -> DynamicTest.dynamicTest(chapter.name(), () -> server.replay(chapter)));
  }

  /** Endpoints that cannot succeed in a conversation, with the reason. */
  abstract Map<String, String> withoutSuccess();

  static ConversationCoverage coverage() {
    return new ConversationCoverage(server.tapline().endpoints(), ConversationChapter.in(FOLDER));
  }

  @Test
  void every_endpoint_is_asked_for_what_it_gives_and_for_what_it_refuses() {
    assertThat(coverage().withoutSuccess())
        .as("endpoints without a success in any chapter: add a line to one")
        .containsExactlyInAnyOrderElementsOf(withoutSuccess().keySet());
    assertThat(coverage().withoutRefusal())
        .as("endpoints without a refusal in any chapter: add a line to one")
        .isEmpty();
  }

  /** Words in a sentence stand as people write them; brackets around a list are our notation. */
  @Test
  void refusals_are_sentences_and_never_lists_in_brackets() throws IOException {
    var listed = Pattern.compile("\"detail\": \".*\\[[A-Za-z].*");
    for (var chapter : CHAPTERS) {
      assertThat(Files.readAllLines(FOLDER.resolve(chapter.name() + ".txt")))
          .as(chapter.name())
          .noneMatch(line -> listed.matcher(line).find());
    }
  }

  /**
   * The file lists what is declared and not provoked in any chapter: it may only become shorter,
   * unless an endpoint declares another code.
   */
  @Test
  void codes_that_an_endpoint_declares_and_never_gives_are_listed() throws IOException {
    var packs =
        server.tapline().engine().domainActions().stream().map(action -> action.key()).toList();
    var never =
        String.join(
                "\n",
                coverage()
                    .codesNeverGiven(
                        path ->
                            path.startsWith("/api/v1/external/atlas/")
                                || packs.contains(
                                    path.substring(path.lastIndexOf('/') + 1).replace('-', '_'))))
            + "\n";
    if (ConversationReplay.RECORD) {
      Files.writeString(NEVER_GIVEN, never);
    }
    assertThat(never).isEqualTo(Files.readString(NEVER_GIVEN));
  }
}

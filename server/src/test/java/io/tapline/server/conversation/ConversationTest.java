package io.tapline.server.conversation;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * A recorded conversation with a server, over HTTP, gRPC and SQL: whatever is moved or rewritten
 * behind them, the answers stay as they were recorded. The chapters are the files in {@code
 * src/test/resources/conversation}; to ask something more, add a line to one and record it, and
 * where an answer was changed on purpose, record it too:
 *
 * <pre>
 * mvn -pl server -am test -Dtest=ConversationTest -Dsurefire.failIfNoSpecifiedTests=false -Dtapline.record=true
 * </pre>
 *
 * Then review the diff of the files. {@link ConversationReplay} says what a line may be.
 */
class ConversationTest {

  static final Path FOLDER = Path.of("src/test/resources/conversation");

  private static final List<ConversationChapter> CHAPTERS = ConversationChapter.in(FOLDER);

  private static ConversationServer server;

  @BeforeAll
  static void start() {
    server = ConversationServer.start(CHAPTERS);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> every_answer_is_as_it_was_recorded() {
    return CHAPTERS.stream()
        .map(chapter -> DynamicTest.dynamicTest(chapter.name(), () -> server.replay(chapter)));
  }
}

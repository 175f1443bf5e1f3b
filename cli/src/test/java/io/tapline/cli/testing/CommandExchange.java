package io.tapline.cli.testing;

import io.tapline.server.conversation.AnswerNormalizer;
import io.tapline.server.conversation.AnswerPrinter;
import io.tapline.server.conversation.StepAnswer;
import io.tapline.server.conversation.StepRunner;
import io.tapline.tapdb.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * {@code $ WHO COMMAND…}: one command at the prompt, told by its exit code, what it printed, and,
 * after {@code !}, its complaints. With {@code --json} its output is JSON, a line for each
 * document.
 */
public final class CommandExchange implements StepRunner {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** Columns are as wide as the longest EUID in them. */
  private static final Pattern PADDING = Pattern.compile(" {2,}|\\s+$");

  private final URI server;
  private final UnaryOperator<String> tokens;
  private final Path folder;
  private final Runnable feedAwaited;

  public CommandExchange(
      URI server, UnaryOperator<String> tokens, Path folder, Runnable feedAwaited) {
    this.server = server;
    this.tokens = tokens;
    this.folder = folder;
    this.feedAwaited = feedAwaited;
  }

  @Override
  public StepAnswer run(String request, AnswerNormalizer normalizer) {
    var words = new ArrayList<String>();
    var match = WORD.matcher(request);
    while (match.find()) {
      words.add(match.group(1) != null ? match.group(1) : match.group(2));
    }
    var token = tokens.apply(words.remove(0));
    var prompt = CommandPrompt.at(server, token == null ? "" : token, folder);
    feedAwaited.run();
    var commandResult = prompt.run(words.toArray(String[]::new));
    var lines = new ArrayList<String>();
    lines.add("exit " + commandResult.code());
    var json = words.contains("--json") && commandResult.code() == 0;
    lines.addAll(
        json ? documents(commandResult.out(), normalizer) : plain(commandResult.out(), normalizer));
    plain(commandResult.err(), normalizer).forEach(line -> lines.add("! " + line));
    return new StepAnswer(lines, where -> Json.parse(commandResult.out()).at(where).asString());
  }

  private static List<String> documents(String out, AnswerNormalizer normalizer) {
    var lines = new ArrayList<String>();
    for (var line : out.split("\n")) {
      if (!line.isBlank()) {
        lines.addAll(new AnswerPrinter(normalizer).lines(Json.parse(line)));
      }
    }
    return lines;
  }

  private List<String> plain(String text, AnswerNormalizer normalizer) {
    return Arrays.stream(normalizer.text(text).split("\n"))
        .map(line -> line.replace(folder.toString(), "<folder>"))
        .map(CommandExchange::unpadded)
        .filter(line -> !line.isBlank())
        .toList();
  }

  private static String unpadded(String line) {
    int begin = line.length() - line.stripLeading().length();
    return line.substring(0, begin)
        + PADDING.matcher(line.substring(begin).stripTrailing()).replaceAll("  ");
  }
}

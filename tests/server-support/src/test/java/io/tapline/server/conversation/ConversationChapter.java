package io.tapline.server.conversation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One recorded file. What stands at the margin is the script and is kept; what is indented below a
 * step is its answer and is written anew by a recording.
 *
 * <pre>
 * # words for the reader
 * > service POST actions/claim {"idempotency_key": "$key", "worker_euid": "$worker"}
 * = lease /claims/0/lease_euid
 *   200
 *   {"claims": …}
 * </pre>
 */
public final class ConversationChapter {

  private static final String INDENT = "  ";

  /** A line of the script, the comments before it, what is kept of its answer, and the answer. */
  public record Step(
      List<String> comments, String line, List<Keep> keeps, List<String> answer, int number) {

    /** The first word says who carries it out. */
    public String kind() {
      return line.split(" ", 2)[0];
    }

    public String rest() {
      var parts = line.split(" ", 2);
      return parts.length < 2 ? "" : parts[1].strip();
    }
  }

  /** A part of the answer that later steps name as {@code $name}. */
  public record Keep(String name, String where) {}

  private final Path file;
  private final List<Step> steps;
  private final List<String> lastComments;

  private ConversationChapter(Path file, List<Step> steps, List<String> lastComments) {
    this.file = file;
    this.steps = steps;
    this.lastComments = lastComments;
  }

  public String name() {
    return file.getFileName().toString().replace(".txt", "");
  }

  public Path file() {
    return file;
  }

  public List<Step> steps() {
    return steps;
  }

  /** All chapters of a folder, by name. */
  public static List<ConversationChapter> in(Path folder) {
    try (var files = Files.list(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .map(ConversationChapter::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static ConversationChapter read(Path file) {
    try {
      return parse(file, Files.readAllLines(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ConversationChapter parse(Path file, List<String> lines) {
    var steps = new ArrayList<Step>();
    var comments = new ArrayList<String>();
    for (var line : lines) {
      if (line.startsWith(INDENT)) {
        steps.get(steps.size() - 1).answer().add(line.substring(INDENT.length()));
      } else if (line.startsWith("#")) {
        comments.add(line);
      } else if (line.startsWith("= ")) {
        var words = line.split(" ", 3);
        steps.get(steps.size() - 1).keeps().add(new Keep(words[1], words[2]));
      } else if (!line.isBlank()) {
        steps.add(
            new Step(
                List.copyOf(comments),
                line,
                new ArrayList<>(),
                new ArrayList<>(),
                steps.size() + 1));
        comments.clear();
      }
    }
    return new ConversationChapter(file, steps, List.copyOf(comments));
  }

  /** Writes the script with these answers, in the order of its steps. */
  public void write(List<List<String>> answers) {
    var text = new StringBuilder();
    for (int i = 0; i < steps.size(); i++) {
      var step = steps.get(i);
      if (i > 0) {
        text.append('\n');
      }
      step.comments().forEach(comment -> text.append(comment).append('\n'));
      text.append(step.line()).append('\n');
      for (var keep : step.keeps()) {
        text.append("= ").append(keep.name()).append(' ').append(keep.where()).append('\n');
      }
      for (var line : answers.get(i)) {
        text.append(INDENT).append(line).append('\n');
      }
    }
    lastComments.forEach(comment -> text.append('\n').append(comment).append('\n'));
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

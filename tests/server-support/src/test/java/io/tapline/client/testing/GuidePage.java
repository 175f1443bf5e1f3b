package io.tapline.client.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The fenced blocks of a page of the guide, or of another page that people read. */
public record GuidePage(String name, List<Block> blocks) {

  /** Modules at several depths use this class. */
  private static final Path ROOT =
      Stream.iterate(Path.of("").toAbsolutePath(), Path::getParent)
          .filter(folder -> Files.exists(folder.resolve("CONTRIBUTING.md")))
          .findFirst()
          .orElseThrow();

  private static final Pattern FENCE = Pattern.compile("```(\\w*)(?: file=(\\S+))?\\s*");
  private static final Pattern NOT_RUN = Pattern.compile("<!-- not run:?(.*)-->");

  /** A command or request that a reader enters. */
  private static final Set<String> COMMANDS = Set.of("", "bash", "console", "http");

  /**
   * One block.
   *
   * @param line where it begins, from 1 on
   * @param language the word after its fence; empty for none
   * @param file the file that a reader writes it to; or null
   * @param notRun why nobody runs it here, from the comment directly before it; null without one
   */
  public record Block(int line, String language, String file, String text, String notRun) {

    public boolean isCommand() {
      return file == null && COMMANDS.contains(language);
    }
  }

  /** A page of docs/guide. */
  public static GuidePage read(String name) {
    return at(Path.of("docs", "guide", name));
  }

  /** A page by its place in the repository. */
  public static GuidePage at(Path path) {
    try {
      return of(path.getFileName().toString(), Files.readAllLines(ROOT.resolve(path)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static GuidePage of(String name, List<String> lines) {
    var blocks = new ArrayList<Block>();
    for (int i = 0; i < lines.size(); i++) {
      var fence = FENCE.matcher(lines.get(i));
      if (fence.matches()) {
        var text = new StringBuilder();
        int end = i + 1;
        for (; !lines.get(end).equals("```"); end++) {
          text.append(lines.get(end)).append('\n');
        }
        var before = NOT_RUN.matcher(i == 0 ? "" : lines.get(i - 1));
        blocks.add(
            new Block(
                i + 1,
                fence.group(1),
                fence.group(2),
                text.toString(),
                before.matches() ? before.group(1).strip() : null));
        i = end;
      }
    }
    return new GuidePage(name, blocks);
  }

  /** Every page that a newcomer follows: the README, and the guide. */
  public static List<GuidePage> all() {
    var pages = new ArrayList<>(List.of(at(Path.of("README.md"))));
    try (var files = Files.list(ROOT.resolve("docs").resolve("guide"))) {
      files.map(file -> read(file.getFileName().toString())).forEach(pages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pages.sort((a, b) -> a.name().compareTo(b.name()));
    return pages;
  }

  /** The texts of all blocks with this word. */
  public List<String> of(String language) {
    return blocks.stream()
        .filter(block -> block.language().equals(language))
        .map(Block::text)
        .toList();
  }
}

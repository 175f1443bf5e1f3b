package io.tapline.client.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The fenced blocks of a page of the guide. */
public record GuidePage(List<Block> blocks) {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```");

  /** One block, with the word after its fence. */
  public record Block(String language, String text) {}

  public static GuidePage read(String name) {
    try {
      var text = Files.readString(Path.of("..", "docs", "guide", name));
      var blocks = new ArrayList<Block>();
      for (var found = BLOCK.matcher(text); found.find(); ) {
        blocks.add(new Block(found.group(1), found.group(2)));
      }
      return new GuidePage(blocks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The texts of all blocks with this word. */
  public List<String> of(String language) {
    return blocks.stream()
        .filter(block -> block.language().equals(language))
        .map(Block::text)
        .toList();
  }
}

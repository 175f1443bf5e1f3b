package io.tapline.cli.print;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The word for jobs: the noun that a pack defines for their template, otherwise "job".
 *
 * @param one the singular
 * @param many the plural
 */
public record JobNoun(String one, String many) {

  private static final JobNoun USUAL = new JobNoun("job", "jobs");

  /** The noun in an answer of the server about one job or one queue. */
  public static JobNoun of(JsonNode answer) {
    var noun = answer.path("noun");
    return noun.isObject()
        ? new JobNoun(noun.path("one").asString(), noun.path("many").asString())
        : USUAL;
  }

  /** The noun that all rows have in common. */
  public static JobNoun common(List<JsonNode> rows) {
    Set<JobNoun> nouns = new HashSet<>();
    rows.forEach(row -> nouns.add(of(row)));
    return nouns.size() == 1 ? nouns.iterator().next() : USUAL;
  }

  /** The title of a column. */
  public String title() {
    return one.toUpperCase(Locale.ROOT);
  }

  /** As in "1 job" and "2 jobs". */
  public String counted(int count) {
    return count + " " + (count == 1 ? one : many);
  }
}

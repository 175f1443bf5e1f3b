package io.tapline.engine.read.base;

import io.tapline.api.Noun;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;

/** The words for jobs that packs define for their templates. */
public final class Nouns {

  private Nouns() {}

  /** The noun of a template; null for none, and if its pack defines none. */
  public static Noun of(Template template) {
    var noun = template == null ? null : template.noun();
    return noun == null ? null : new Noun(noun.one(), noun.many());
  }

  /** The noun that all of these templates have in common; null if they have none. */
  public static Noun common(Tx tx, TemplateCache templates, List<String> codes)
      throws SQLException {
    Noun common = null;
    for (var code : codes) {
      var noun = of(templates.find(tx, code));
      if (noun == null || common != null && !common.equals(noun)) {
        return null;
      }
      common = noun;
    }
    return common;
  }
}

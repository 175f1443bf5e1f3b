package io.tapline.engine.pipeline;

import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/**
 * Inserts a new subject, with its properties in its row, or in an object beside it when they are
 * large.
 */
final class SubjectInsert {

  private SubjectInsert() {}

  static void write(
      TemplateCache templateCache,
      Tx tx,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer,
      ObjectRef subject,
      Template template,
      String name,
      JsonNode properties,
      SubjectChange change)
      throws SQLException {
    var text = properties == null ? null : properties.toString();
    if (bulky(text)) {
      writer.create(subject, template, name, null, change);
      writer.bulky(
          clockAndIds.next(templateCache.template(tx, TemplateCache.PROPERTIES)),
          subject.uid(),
          text);
    } else {
      writer.create(subject, template, name, properties, change);
    }
  }

  static boolean bulky(String text) {
    return text != null
        && text.length() > SubjectProperties.INLINE_LIMIT / 3
        && text.getBytes(StandardCharsets.UTF_8).length > SubjectProperties.INLINE_LIMIT;
  }
}

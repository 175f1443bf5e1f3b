package io.tapline.engine.pipeline;

import io.tapline.engine.decide.Change;
import io.tapline.engine.model.Ref;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Properties;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.Tx;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** A subject begins to exist: with its properties on its row, or beside it when they are bulky. */
final class Birth {

  private Birth() {}

  static void write(
      Kinds kinds,
      Tx tx,
      Drawn drawn,
      Writer writer,
      Ref subject,
      Template template,
      String name,
      JsonNode properties,
      Change change)
      throws SQLException {
    var text = properties == null ? null : properties.toString();
    if (bulky(text)) {
      writer.create(subject, template, name, null, change);
      writer.bulky(drawn.next(kinds.of(tx, Kinds.PROPERTIES)), subject.uid(), text);
    } else {
      writer.create(subject, template, name, properties, change);
    }
  }

  static boolean bulky(String text) {
    return text != null
        && text.length() > Properties.INLINE_LIMIT / 3
        && text.getBytes(StandardCharsets.UTF_8).length > Properties.INLINE_LIMIT;
  }
}

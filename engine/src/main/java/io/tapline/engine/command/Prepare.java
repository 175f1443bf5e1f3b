package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Scope;
import io.tapline.engine.model.ActionKey;
import tools.jackson.databind.JsonNode;

/** Creates a job outside any queue. */
@RecordBuilder
public record Prepare(
    RequestMeta meta, String templateCode, String subjectName, JsonNode properties, Scope scope)
    implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.PREPARE_SUBJECT;
  }

  public static Prepare read(RequestFields f, RequestMeta meta) {
    return new Prepare(
        meta,
        f.text("template_code"),
        f.text("subject_name"),
        f.json("properties"),
        SharedFields.scope(f));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("template_code", templateCode, Limits.KEY)
        .text("subject_name", subjectName, Limits.NAME);
    SharedChecks.properties(c, properties);
    SharedChecks.scope(c, scope);
  }
}

package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.Scope;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/** Creates a job outside any queue. */
@RecordBuilder
public record Prepare(
    RequestMeta meta,
    @WireField(required = true, length = Limits.KEY, about = "a work-bearing template")
        String templateCode,
    @CommonFields.SubjectName String subjectName,
    @CommonFields.Properties JsonNode properties,
    @CommonFields.WorkScope Scope scope)
    implements Command {
  @Override
  public ActionKey action() {
    return ActionKey.PREPARE_SUBJECT;
  }
}

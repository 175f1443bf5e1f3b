package io.tapline.server.openapi;

import io.tapline.server.http.ApiField;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** What may be sent, as JSON Schema, for doors that describe themselves in another way. */
public final class ArgumentSchemas {

  private ArgumentSchemas() {}

  /** An object of these fields and no others; none of them is a record of ours. */
  public static ObjectNode of(List<ApiField> fields) {
    return ShapeSchemas.ofRequests(null).object(fields);
  }
}

package io.tapline.server.openapi;

import io.tapline.server.http.ApiField;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** JSON Schema of request arguments, for interfaces that OpenAPI does not describe. */
public final class ArgumentSchemas {

  private ArgumentSchemas() {}

  /** An object with exactly these fields; none of them is a record type. */
  public static ObjectNode of(List<ApiField> fields) {
    return ShapeSchemas.ofRequests(null).object(fields);
  }
}

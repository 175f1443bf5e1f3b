package io.tapline.cli.connect;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parameters of a read; what is null is left out. */
public final class Query {

  private final Map<String, String> parameters = new LinkedHashMap<>();

  public Query with(String name, Object value) {
    if (value != null) {
      parameters.put(name, value.toString());
    }
    return this;
  }

  public Map<String, String> parameters() {
    return parameters;
  }
}

package io.tapline.cli.connect;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parameters of a read; null values are left out. */
public final class QueryParameters {

  private final Map<String, String> parameters = new LinkedHashMap<>();

  public QueryParameters with(String name, Object value) {
    if (value != null) {
      parameters.put(name, value.toString());
    }
    return this;
  }

  public Map<String, String> parameters() {
    return parameters;
  }
}

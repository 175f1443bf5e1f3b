package io.tapline.server.http;

import java.util.HashSet;
import java.util.List;
import org.springframework.stereotype.Component;

/** The table of all endpoints. */
@Component
public final class EndpointTable {

  private final List<Endpoint> endpoints;

  public EndpointTable(List<EndpointGroup> groups) {
    this.endpoints = groups.stream().flatMap(group -> group.endpoints().stream()).toList();
    var declared = new HashSet<String>();
    for (var endpoint : endpoints) {
      if (!declared.add(endpoint.toString())) {
        throw new IllegalStateException(endpoint + " is declared twice");
      }
    }
  }

  public List<Endpoint> endpoints() {
    return endpoints;
  }
}

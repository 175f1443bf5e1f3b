package io.tapline.server.base;

import java.util.EnumMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The shares of one server, one for each limited resource. */
@Component
public final class ServerShares {

  private final Map<LimitedResource, FairShare> shares = new EnumMap<>(LimitedResource.class);

  ServerShares(ServerOptions options) {
    long heap = Runtime.getRuntime().maxMemory();
    for (var resource : LimitedResource.values()) {
      shares.put(
          resource, new FairShare(options.limits().getOrDefault(resource, resource.total(heap))));
    }
  }

  public FairShare of(LimitedResource resource) {
    return shares.get(resource);
  }
}

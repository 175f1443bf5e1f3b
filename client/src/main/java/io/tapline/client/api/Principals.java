package io.tapline.client.api;

import io.tapline.api.PrincipalView;
import io.tapline.client.http.TaplineHttp;
import java.util.Map;

/** Who stands behind an EUID in evidence: who placed a hold, who resolved a dead letter. */
public final class Principals {

  private final TypedCalls calls;

  public Principals(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  public PrincipalView get(String principalEuid) {
    return calls.get(
        "principals/" + TaplineHttp.encode(principalEuid), Map.of(), PrincipalView.class);
  }
}

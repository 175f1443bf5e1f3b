package io.tapline.client.api;

import io.tapline.api.PrincipalView;
import io.tapline.client.http.TaplineHttp;
import java.util.Map;

/** Principals by the EUIDs that actions, holds and dead letters contain. */
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

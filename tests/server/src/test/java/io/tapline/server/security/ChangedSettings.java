package io.tapline.server.security;

import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import java.nio.file.Path;

/** Settings with some of them changed. */
public record ChangedSettings(ServerSettings settings) {

  public ChangedSettings tokens(String list) {
    var s = settings;
    return of(s, s.data(), StaticToken.parse(list), s.security());
  }

  ChangedSettings data(Path folder) {
    var s = settings;
    return of(s, folder, s.tokens(), s.security());
  }

  public ChangedSettings security(SecuritySettings security) {
    var s = settings;
    return of(s, s.data(), s.tokens(), security);
  }

  private static ChangedSettings of(
      ServerSettings s, Path data, java.util.List<StaticToken> tokens, SecuritySettings security) {
    return new ChangedSettings(
        ServerSettingsBuilder.builder(s)
            .data(data)
            .tokens(tokens)
            .security(security)
            .build()
            .withPacks(s.packs()));
  }
}

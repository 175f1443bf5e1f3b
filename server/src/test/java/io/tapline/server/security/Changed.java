package io.tapline.server.security;

import io.tapline.server.Settings;
import java.nio.file.Path;

/** Settings with some of them changed. */
public record Changed(Settings settings) {

  public Changed tokens(String list) {
    var s = settings;
    return of(s, s.data(), StaticToken.parse(list), s.security());
  }

  Changed data(Path folder) {
    var s = settings;
    return of(s, folder, s.tokens(), s.security());
  }

  public Changed security(SecuritySettings security) {
    var s = settings;
    return of(s, s.data(), s.tokens(), security);
  }

  private static Changed of(
      Settings s, Path data, java.util.List<StaticToken> tokens, SecuritySettings security) {
    return new Changed(
        new Settings(
                s.host(),
                s.port(),
                data,
                s.database(),
                s.passwords(),
                tokens,
                s.testClock(),
                s.acceptWeakDurability(),
                s.sweepEvery(),
                s.connections(),
                s.grpcPort(),
                security)
            .withPacks(s.packs()));
  }
}

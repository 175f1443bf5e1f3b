package io.tapline.server.security;

import io.tapline.api.Role;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.server.base.PrivateFile;
import io.tapline.server.base.StartupRefused;
import io.tapline.tapdb.RandomSecret;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The administrator token of a server that was started without tokens: created on its first start,
 * kept in a file beside its data that only the owner can read, and stored like any other token.
 */
public final class FirstToken {

  /** The tenant of a server whose settings name none. */
  public static final String TENANT = "default";

  private static final String FILE = "admin-token";
  private static final String NAME = "first-admin";
  private static final String MAKER = "system:first-start";

  private final Path file;
  private final Identity identity;

  private FirstToken(Path file, Identity identity) {
    this.file = file;
    this.identity = identity;
  }

  /** Returns the existing token if it is still valid, otherwise a new one. */
  public static FirstToken in(Path folder, Engine engine, String tenantKey, long tenantId) {
    var file = folder.resolve(FILE);
    try {
      var stored = read(file);
      if (stored == null || !good(stored, engine, tenantKey, tenantId)) {
        stored = make(engine, tenantKey, tenantId);
        PrivateFile.write(file, stored.text());
      }
      return new FirstToken(file, identity(stored, tenantId));
    } catch (IOException e) {
      throw new StartupRefused(
          "The administrator's token cannot be stored in " + file + ": " + e.getMessage() + ".", e);
    }
  }

  private static CredentialText read(Path file) throws IOException {
    var text = PrivateFile.read(file);
    return text == null ? null : CredentialText.parse(text).orElse(null);
  }

  private static boolean good(
      CredentialText stored, Engine engine, String tenantKey, long tenantId) {
    var found = engine.reads().credentials().presented(tenantId, stored.euid());
    return found != null
        && stored.tenantKey().equals(tenantKey)
        && RandomSecret.fits(stored.secret(), found.credential().note().secretSha256())
        && found.credential().note().liveAt(found.now());
  }

  private static CredentialText make(Engine engine, String tenantKey, long tenantId) {
    var secret = RandomSecret.draw();
    var answer =
        engine.execute(
            Caller.admin(tenantId, MAKER),
            new CreateToken(
                RequestMeta.key(UUID.randomUUID().toString()),
                NAME,
                List.of(Role.ADMIN),
                null,
                "the server was started with no token configured",
                RandomSecret.hash(secret)));
    return new CredentialText(tenantKey, answer.document().path("token_euid").asString(), secret);
  }

  private static Identity identity(CredentialText token, long tenantId) {
    return IdentityBuilder.builder()
        .caller(new Caller(tenantId, "token:" + NAME, Set.of(Role.ADMIN)))
        .tenantKey(token.tenantKey())
        .proof(Identity.Proof.STORED_TOKEN)
        .tokenEuid(token.euid())
        .build();
  }

  public Path file() {
    return file;
  }

  Identity identity() {
    return identity;
  }
}

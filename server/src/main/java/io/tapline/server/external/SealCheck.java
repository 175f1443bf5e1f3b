package io.tapline.server.external;

import io.tapline.engine.Engine;
import io.tapline.engine.model.SealedSecret;
import io.tapline.server.database.OpenDatabase;
import io.tapline.tapdb.Tenants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.stereotype.Component;

/**
 * Opens every stored secret once when the server starts. A secret that an older key opens is sealed
 * again with the first one, so that the older key can be removed afterwards; secrets that no key
 * opens are reported. They do not prevent the start, because everything else works without them.
 */
@Component
final class SealCheck implements InitializingBean {

  private static final Logger LOG = LoggerFactory.getLogger(SealCheck.class);

  private final Engine engine;
  private final SecretSeal seal;
  private final Tenants tenants;

  SealCheck(Engine engine, SecretSeal seal, OpenDatabase database) {
    this.engine = engine;
    this.seal = seal;
    this.tenants = new Tenants(database.serving());
  }

  @Override
  public void afterPropertiesSet() {
    if (seal.isDerived()) {
      LOG.warn(
          "secrets of webhooks and callbacks are encrypted with a key that is derived from"
              + " the database password of the serving role: a backup that is restored under"
              + " another password cannot decrypt them. Set {} or {} and store a copy of the"
              + " key separately from the backup",
          SealKeys.VARIABLE,
          SealKeys.FILE_VARIABLE);
    }
    int closed = 0;
    int resealed = 0;
    for (var tenant : tenants.all()) {
      for (var secret : engine.reads().callbacks().sealedSecrets(tenant.id())) {
        var place = place(tenant.id(), secret);
        var opened = seal.open(place, secret.sealed());
        if (opened == null) {
          closed++;
        } else if (!seal.isCurrent(place, secret.sealed())) {
          engine.reseal(tenant.id(), secret, seal.seal(place, opened));
          resealed++;
        }
      }
    }
    if (resealed > 0) {
      LOG.info(
          "{} secrets of webhooks and callbacks were encrypted with the current key", resealed);
    }
    if (closed > 0) {
      LOG.warn(
          "{} secrets of webhooks and callbacks cannot be decrypted: their events wait and"
              + " signed results are refused. Start the server with the key that encrypted"
              + " them ({}, {}, or {} of the data directory), or set the secrets again",
          closed,
          SealKeys.VARIABLE,
          SealKeys.FILE_VARIABLE,
          SealKeys.FILE);
    }
  }

  private static String place(long tenantId, SealedSecret secret) {
    return secret.queueKey() == null
        ? SecretSeal.webhook(tenantId)
        : SecretSeal.callback(tenantId, secret.queueKey());
  }
}

package io.tapline.spring;

import io.tapline.api.Role;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.spring.DatabaseProvisioning.LoginRights;
import io.tapline.tapdb.Tenants;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Tapline installation in the application's database.
 *
 * @param owner connections as the owner; null if the application does not provision the database
 * @param caller the principal under which the application enqueues and works
 */
record TaplineInstallation(DataSource owner, Caller caller) {

  private static final Logger LOG = LoggerFactory.getLogger(TaplineInstallation.class);

  /** Reads the installation, or creates it if provisioning is enabled. */
  static TaplineInstallation in(
      DataSource application, TaplineProperties settings, String principal) {
    var provision = settings.provision();
    var owner =
        provision.enabled() ? new DatabaseProvisioning(application, provision).provision() : null;
    require(LoginRights.read(application));
    var tenantId = owner == null ? found(application, settings) : createTenant(owner, settings);
    return new TaplineInstallation(
        owner, new Caller(tenantId, principal, Set.of(Role.OPERATOR, Role.WORKER_SERVICE)));
  }

  /** The application's principal with the role of an administrator. */
  Caller admin() {
    return Caller.admin(caller.tenantId(), caller.principal());
  }

  private static void require(LoginRights loginRights) {
    if (!loginRights.installed()) {
      throw new TaplineStartException(
          "The application's database has no Tapline schema.",
          "Set tapline.provision.enabled=true with tapline.provision.user and .password, or start a"
              + " Tapline server on this database once.");
    }
    if (!loginRights.serves()) {
      throw new TaplineStartException(
          "The application's database login "
              + loginRights.login()
              + " may not use Tapline's tables.",
          "As an administrator of the database, run: grant %s to %s;"
              .formatted(loginRights.servingRole(), loginRights.login()));
    }
    if (loginRights.unbound()) {
      LOG.warn(
          "row-level security does not apply to the login {}, so the database does not isolate"
              + " tenants for it; use a login that is neither superuser nor BYPASSRLS",
          loginRights.login());
    }
  }

  private static long createTenant(DataSource owner, TaplineProperties settings) {
    try {
      return new Tenants(owner).create(settings.tenant(), settings.tenant(), List.of(Engine.PACK));
    } catch (IllegalArgumentException e) {
      throw new TaplineStartException(
          "tapline.tenant is invalid: " + e.getMessage() + ".",
          "Set tapline.tenant to a valid key.",
          e);
    }
  }

  private static long found(DataSource application, TaplineProperties settings) {
    return new Tenants(application)
        .byKey(settings.tenant())
        .orElseThrow(
            () ->
                new TaplineStartException(
                    "There is no tenant " + settings.tenant() + " in the application's database.",
                    "Correct tapline.tenant, or let the application create the tenant with"
                        + " tapline.provision.enabled=true."))
        .id();
  }
}

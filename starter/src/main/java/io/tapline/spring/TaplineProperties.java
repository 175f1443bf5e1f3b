package io.tapline.spring;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application may say about Tapline.
 *
 * @param enabled Whether Tapline is there at all.
 * @param tenant Key of the tenant that the application works in.
 * @param principal Name under which the application acts, for ever in the evidence; the
 *     application's own name if it is not given.
 * @param sweepEvery How often lapsed leases are settled.
 * @param provision How the database is made ready.
 */
@ConfigurationProperties("tapline")
public record TaplineProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("default") String tenant,
    String principal,
    @DefaultValue("5s") Duration sweepEvery,
    @DefaultValue Provision provision) {

  /**
   * How the database is made ready.
   *
   * @param enabled Whether the application makes Tapline's roles, schema and tenant when it starts,
   *     and grants the serving role to its own login.
   * @param url JDBC URL for the administrator; the one of the application's DataSource if it is not
   *     given.
   * @param user A login that may make roles in the database.
   * @param password The password of that login; the passwords of Tapline's two roles follow from
   *     it.
   */
  public record Provision(
      @DefaultValue("false") boolean enabled, String url, String user, String password) {

    /** Without the password. */
    @Override
    public String toString() {
      return "provision by " + user;
    }
  }
}

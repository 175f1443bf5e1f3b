package io.tapline.spring;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of Tapline.
 *
 * @param enabled Whether the starter configures Tapline.
 * @param tenant The key of the tenant of the application.
 * @param principal The name of the application in stored actions. The default is
 *     spring.application.name.
 * @param sweepEvery The interval at which lapsed leases are settled.
 * @param worker The settings of the workers that run the handlers.
 * @param provision The settings of the database provisioning.
 */
@ConfigurationProperties("tapline")
public record TaplineProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("default") String tenant,
    String principal,
    @DefaultValue("5s") Duration sweepEvery,
    @DefaultValue Worker worker,
    @DefaultValue Provision provision) {

  /**
   * Configuration of the workers in this process.
   *
   * @param enabled Whether this process runs handlers. If false, it only enqueues jobs.
   * @param queues The queues that this process serves. The default is all queues with a handler.
   * @param concurrency The maximum number of concurrent handlers for each queue.
   * @param capabilities The capabilities of the workers, for queues that require some.
   * @param pollEvery The interval at which an idle worker checks for jobs of other processes. Jobs
   *     of this process are claimed at once.
   * @param grace The time limit for running handlers when the application stops. Unfinished jobs
   *     are then released to their queues.
   */
  public record Worker(
      @DefaultValue("true") boolean enabled,
      @DefaultValue List<String> queues,
      @DefaultValue("4") int concurrency,
      @DefaultValue List<String> capabilities,
      @DefaultValue("1s") Duration pollEvery,
      @DefaultValue("30s") Duration grace) {}

  /**
   * Configuration of the database provisioning.
   *
   * @param enabled Whether the application creates the roles, the schema and the tenant of Tapline
   *     at the start, and grants the serving role to its own login.
   * @param url The JDBC URL for the administrator. The default is the URL of the application's
   *     DataSource.
   * @param user The login of an administrator, who owns the database and may create roles. Only the
   *     first start needs it.
   * @param password The password of that login, if PostgreSQL requires one. The default passwords
   *     of the two roles are derived from it.
   * @param ownerPassword The password of the role tapline_owner.
   * @param servingPassword The password of the role tapline_serving.
   */
  public record Provision(
      @DefaultValue("false") boolean enabled,
      String url,
      String user,
      String password,
      String ownerPassword,
      String servingPassword) {

    /** Omits the passwords. */
    @Override
    public String toString() {
      return "provision by " + user;
    }
  }
}

package io.tapline.spring;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of Tapline.
 *
 * @param enabled Whether Tapline is there at all.
 * @param tenant Key of the tenant that the application works in.
 * @param principal Name under which the application acts, for ever in the evidence; the
 *     application's own name if it is not given.
 * @param sweepEvery How often lapsed leases are settled.
 * @param worker How the application's handlers are run.
 * @param provision How the database is made ready.
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
   * @param enabled Whether handlers are run in this process; without, it only enqueues.
   * @param queues The queues that are served here; all that have a handler if none is given.
   * @param concurrency How many handlers run at once, for each queue.
   * @param capabilities What the workers can do, for queues that ask for it.
   * @param pollEvery How often an idle worker looks for work that other processes enqueued; what
   *     this one enqueues is picked up at once.
   * @param grace How long handlers may go on once the application is stopping; what is left then
   *     goes back to its queue.
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
   * @param enabled Whether the application makes Tapline's roles, schema and tenant when it starts,
   *     and grants the serving role to its own login.
   * @param url JDBC URL for the administrator; the one of the application's DataSource if it is not
   *     given.
   * @param user An administrator, who owns the database and may make roles; needed for the first
   *     start only.
   * @param password The password of that login, where PostgreSQL asks for one; the passwords of
   *     Tapline's two roles follow from it unless they are given.
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

package io.tapline.client.api;

import io.tapline.api.JobHealth;
import io.tapline.client.http.TaplineHttp;
import java.util.Map;

/** The server itself, and who is asking. */
public final class About {

  private final TypedCalls calls;

  public About(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** UP once the server has started; open to all. */
  public String health() {
    return calls.get("/health", Map.of(), Health.class).status();
  }

  /** READY when it takes requests; open to all. */
  public String ready() {
    return calls.get("/health/ready", Map.of(), Health.class).status();
  }

  /** Who is asking: principal, tenant and roles. */
  public Me me() {
    return calls.get("/api/v1/me", Map.of(), Me.class);
  }

  /** Whether all is well with the server and its database; for administrators. */
  public Diagnosis doctor() {
    return calls.get("doctor", Map.of(), Diagnosis.class);
  }

  /** Counts of all jobs of the tenant. It counts all work, so ask now and then only. */
  public JobHealth jobs() {
    return calls.get("/api/v1/jobs/health", Map.of(), JobHealth.class);
  }

  /** How it is. */
  private record Health(String status) {}
}

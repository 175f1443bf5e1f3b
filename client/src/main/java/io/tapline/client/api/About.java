package io.tapline.client.api;

import io.tapline.api.JobHealth;
import io.tapline.client.http.TaplineHttp;
import java.util.Map;

/** The server's health and the caller's identity. */
public final class About {

  private final TypedCalls calls;

  public About(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** UP after the server has started; public. */
  public String health() {
    return calls.get("/health", Map.of(), Health.class).status();
  }

  /** READY while the server accepts requests; public. */
  public String ready() {
    return calls.get("/health/ready", Map.of(), Health.class).status();
  }

  /** The caller's principal, tenant and roles. */
  public Me me() {
    return calls.get("/api/v1/me", Map.of(), Me.class);
  }

  /** Self-check of the server and its database; for administrators. */
  public Diagnosis doctor() {
    return calls.get("doctor", Map.of(), Diagnosis.class);
  }

  /** Counts of all jobs of the tenant. The server counts every job, so call this rarely. */
  public JobHealth jobs() {
    return calls.get("/api/v1/jobs/health", Map.of(), JobHealth.class);
  }

  private record Health(String status) {}
}

package io.tapline.bench.latency;

import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import java.time.Duration;

/** The claim of the worker waits at the server over HTTP, and the server wakes it. */
final class WaitingChannel implements WorkChannel {

  /** A short time, so that a run ends soon after its last job. */
  private static final Duration WAIT = Duration.ofSeconds(2);

  private final HttpSite site;
  private final String worker;
  private int jobs;

  WaitingChannel(String address, String token) {
    site = new HttpSite(address, token);
    worker = site.worker(1);
  }

  @Override
  public String how() {
    return "over HTTP, woken by the server";
  }

  @Override
  public void enqueue() {
    site.enqueue(jobs++, 1);
  }

  @Override
  public long serve() {
    var claims = site.claim(worker, EngineSite.QUEUE, 1, WAIT);
    if (claims.isEmpty()) {
      return NOTHING;
    }
    long start = System.nanoTime();
    site.complete(worker, claims);
    return start;
  }

  @Override
  public void close() {
    site.close();
  }
}

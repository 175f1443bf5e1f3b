package io.tapline.server.base;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Ends a server in order: it refuses new claims and finishes the requests in flight. Asynchronous
 * requests count until they complete.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
public class ServerDrain implements Filter {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> announcements = new CopyOnWriteArrayList<>();
  private volatile boolean announced;
  private volatile boolean begun;
  private int inFlight;

  public boolean begun() {
    return begun;
  }

  /** Whether load balancers should stop sending requests; the server still serves all of them. */
  public boolean announced() {
    return announced;
  }

  /** Makes the server not ready; it serves everything until {@link #run}. */
  public void announce() {
    announced = true;
    announcements.forEach(Runnable::run);
  }

  /** The listener is called when the server stops being ready, to inform load balancers. */
  public void whenAnnounced(Runnable listener) {
    announcements.add(listener);
  }

  /** The listener is called once when the drain begins, to end waiting requests. */
  public void whenBegun(Runnable listener) {
    listeners.add(listener);
    if (begun) {
      listener.run();
    }
  }

  /**
   * Refuses new claims, and waits until no request is in flight, or until the thread is
   * interrupted.
   */
  public void run() throws InterruptedException {
    if (!announced) {
      announce();
    }
    begun = true;
    listeners.forEach(Runnable::run);
    synchronized (this) {
      while (inFlight > 0) {
        wait();
      }
    }
  }

  /** Number of requests that are being answered. */
  public synchronized int inFlight() {
    return inFlight;
  }

  private synchronized void enter() {
    inFlight++;
  }

  private synchronized void leave() {
    inFlight--;
    notifyAll();
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    enter();
    try {
      chain.doFilter(request, response);
    } finally {
      if (request.isAsyncStarted()) {
        request.getAsyncContext().addListener(new RequestEnd());
      } else {
        leave();
      }
    }
  }

  private final class RequestEnd implements AsyncListener {
    @Override
    public void onComplete(AsyncEvent event) {
      leave();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
      // The code that started the request completes it, which ends its count.
    }

    @Override
    public void onError(AsyncEvent event) {
      // Completion follows.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}

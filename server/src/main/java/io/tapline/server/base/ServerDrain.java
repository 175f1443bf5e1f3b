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
 * Ends a server in order: new claims are refused, requests under way are finished. Counts the
 * requests in flight, those that answer later too.
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

  /** Whether load balancers are to send no more requests, although all of them are still served. */
  public boolean announced() {
    return announced;
  }

  /** From now on the server is not ready; it serves everything until {@link #run}. */
  public void announce() {
    announced = true;
    announcements.forEach(Runnable::run);
  }

  /** Called when the server stops being ready, by parts that tell load balancers. */
  public void whenAnnounced(Runnable listener) {
    announcements.add(listener);
  }

  /** Called once when the drain begins, by parts that keep requests waiting. */
  public void whenBegun(Runnable listener) {
    listeners.add(listener);
    if (begun) {
      listener.run();
    }
  }

  /**
   * Refuses new claims from now on, and waits until no request is in flight, or until it is
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

  /** How many requests are being answered. */
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
      // The request is completed by the code that started it, and counted then.
    }

    @Override
    public void onError(AsyncEvent event) {
      // Followed by completion.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
      event.getAsyncContext().addListener(this);
    }
  }
}

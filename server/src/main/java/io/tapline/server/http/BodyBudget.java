package io.tapline.server.http;

import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * How many bytes of request bodies the server holds at one time, over all requests. A body costs
 * several times its size in memory (bytes, text, tree), so without this bound a handful of large
 * requests at once would fill the heap and end the process for everybody.
 */
@Component
public class BodyBudget {

  /** Of the heap; a body of many small values takes about ten times its bytes as a tree. */
  private static final int SHARE_OF_HEAP = 16;

  /** On the smallest heap, too, four of the largest bodies fit in at once. */
  private static final long LEAST = 4L * RequestBody.MOST_BYTES;

  private final long most;
  private final AtomicLong held = new AtomicLong();

  public BodyBudget() {
    this(Math.max(LEAST, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP));
  }

  BodyBudget(long most) {
    this.most = most;
  }

  public long most() {
    return most;
  }

  /** What is held now. */
  public long held() {
    return held.get();
  }

  /** False when there is no room; nothing is reserved then. */
  public boolean reserve(long bytes) {
    while (true) {
      long now = held.get();
      if (now + bytes > most) {
        return false;
      }
      if (held.compareAndSet(now, now + bytes)) {
        return true;
      }
    }
  }

  public void release(long bytes) {
    held.addAndGet(-bytes);
  }
}

package io.tapline.engine.read.task;

import io.tapline.engine.model.JobName;
import io.tapline.engine.model.WorkerProfile;
import java.util.List;

/**
 * A worker that does registered jobs.
 *
 * @param owner the principal that registered it
 */
public record JobWorker(long uid, String euid, WorkerProfile profile, String owner) {

  /** Workers of the tasks API have keys that begin so. */
  public static final String KEY_PREFIX = "joblib:";

  /** The keys of the queues of the jobs that it can do. */
  public List<String> queueKeys() {
    return profile.capabilities().stream()
        .filter(key -> JobName.ofQueueKey(key).isPresent())
        .toList();
  }
}

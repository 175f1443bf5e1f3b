package io.tapline.engine.read.task;

import io.tapline.api.JobName;
import io.tapline.engine.model.WorkerProfile;
import java.util.List;

/**
 * A worker of registered jobs.
 *
 * @param owner the principal that registered it
 */
public record JobWorker(long uid, String euid, WorkerProfile profile, String owner) {

  /** Prefix of the keys of workers of the tasks API. */
  public static final String KEY_PREFIX = "joblib:";

  /** The queue keys of the jobs that it can execute. */
  public List<String> queueKeys() {
    return profile.capabilities().stream()
        .filter(key -> JobName.ofQueueKey(key).isPresent())
        .toList();
  }
}

package io.tapline.client.api;

/** What an administrator asks of a worker: to drain, to stop, to go on, to end. */
public final class WorkerRequest extends ActionRequest<WorkerRequest> {

  private WorkerRequest() {}

  /** This one, and why. */
  public static WorkerRequest of(String workerEuid, String reason) {
    return new WorkerRequest().set("worker_euid", workerEuid).set("reason", reason);
  }
}

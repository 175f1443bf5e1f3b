package io.tapline.client.api;

/** An administrator's change of a worker: drain, disable, enable or retire. */
public final class WorkerRequest extends ActionRequest<WorkerRequest> {

  private WorkerRequest() {}

  public static WorkerRequest of(String workerEuid, String reason) {
    return new WorkerRequest().set("worker_euid", workerEuid).set("reason", reason);
  }
}

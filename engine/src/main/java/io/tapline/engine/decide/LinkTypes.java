package io.tapline.engine.decide;

/** The types of lineage links that the engine writes. */
public final class LinkTypes {

  public static final String SUBJECT_RECORD = "execution_subject_record";
  public static final String QUEUE_RECORD = "execution_queue_record";
  public static final String SUBJECT_HOLD = "execution_subject_hold";
  public static final String QUEUE_HOLD = "execution_queue_hold";
  public static final String ACTOR_HOLD = "execution_actor_hold";
  public static final String ACTOR_HOLD_RELEASE = "execution_actor_hold_release";
  public static final String SUBJECT_DEAD_LETTER = "execution_subject_dead_letter";
  public static final String QUEUE_DEAD_LETTER = "execution_queue_dead_letter";
  public static final String RECORD_DEAD_LETTER = "execution_record_dead_letter";
  public static final String ACTOR_DEAD_LETTER_RESOLUTION =
      "execution_actor_dead_letter_resolution";
  public static final String RECORD_OUTPUT = "execution_record_output";

  /**
   * From a job to an output of its work. Lineage shows it for every output; it is stored only when
   * the record between the two is deleted.
   */
  public static final String SUBJECT_OUTPUT = "execution_subject_output";

  public static final String RECORD_SUPERSEDES = "execution_record_supersedes";
  public static final String SUBJECT_PROPERTIES = "execution_subject_properties";
  public static final String ACTOR_WORKER = "execution_actor_worker";
  public static final String JOB_QUEUE = "execution_job_queue";
  public static final String WORKER_JOB = "execution_worker_job";
  public static final String QUEUE_CALLBACK_SECRET = "execution_queue_callback_secret";
  public static final String QUEUE_REPLACED_BY = "execution_queue_replaced_by";

  /** From the job that another job came from. */
  public static final String PARENT_JOB = "job_parent";

  /** From a job to its compensating job. */
  public static final String COMPENSATION = "job_compensation";

  public static final String WORKFLOW_JOB = "workflow_job";

  /** From the event that a job was created for. */
  public static final String CAUSED_JOB = "job_caused";

  /** From an action to its object, where no column contains the object. */
  public static final String EXECUTED_ON = "executed_on";

  /** From the stored token that a session was opened with. */
  public static final String TOKEN_SESSION = "access_token_session";

  /** The feed position of a webhook. */
  public static final String WEBHOOK_POSITION = "webhook_position";

  /** An event that a webhook did not accept. */
  public static final String WEBHOOK_DEAD_LETTER = "webhook_dead_letter";

  private LinkTypes() {}
}

package io.tapline.engine.decide;

/** The types of lineage link that the engine writes. */
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
   * From a subject to an output of its work. Lineage shows it of every output; it is stored once
   * the record between the two is past its term.
   */
  public static final String SUBJECT_OUTPUT = "execution_subject_output";

  public static final String RECORD_SUPERSEDES = "execution_record_supersedes";
  public static final String SUBJECT_PROPERTIES = "execution_subject_properties";
  public static final String ACTOR_WORKER = "execution_actor_worker";
  public static final String JOB_QUEUE = "execution_job_queue";
  public static final String WORKER_JOB = "execution_worker_job";
  public static final String QUEUE_CALLBACK_SECRET = "execution_queue_callback_secret";
  public static final String QUEUE_REPLACED_BY = "execution_queue_replaced_by";

  /** The work that a job came from. */
  public static final String PARENT_JOB = "job_parent";

  /** The work that undoes a job. */
  public static final String COMPENSATION = "job_compensation";

  /** The jobs of a workflow. */
  public static final String WORKFLOW_JOB = "workflow_job";

  /** The event that a job was made for. */
  public static final String CAUSED_JOB = "job_caused";

  /** What an action was about, where no column of its own says so. */
  public static final String EXECUTED_ON = "executed_on";

  /** The stored token that a session was opened with. */
  public static final String TOKEN_SESSION = "access_token_session";

  /** How far a webhook has heard the feed. */
  public static final String WEBHOOK_POSITION = "webhook_position";

  /** What a webhook would not take. */
  public static final String WEBHOOK_DEAD_LETTER = "webhook_dead_letter";

  private LinkTypes() {}
}

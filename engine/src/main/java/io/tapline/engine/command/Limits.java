package io.tapline.engine.command;

/** A limit on everything, each with its reason. */
public final class Limits {

  /**
   * An identifier of the caller's own: a UUID with a prefix fits several times. It stands in an
   * index.
   */
  public static final int KEY = 200;

  /** A name that people read. */
  public static final int NAME = 200;

  /** A reason, an error message: a paragraph, not a log file. */
  public static final int TEXT = 4_000;

  /** A code: a word or a few, joined; a sentence has no room in it. */
  public static final int CODE = 64;

  /** Codes stand in events, which may leave the system: no name and no sentence fits in. */
  public static final String CODE_PATTERN = "[A-Za-z0-9][A-Za-z0-9_.:-]{0," + (CODE - 1) + "}";

  /** What a worker says of its progress: one line. */
  public static final int PROGRESS = 500;

  /** Capabilities, sites, template codes: what a person still maintains by hand. */
  public static final int LIST = 100;

  /** Claims in one request; more would hold locks for longer than a person would wait. */
  public static final int CLAIM = 500;

  /** Items in one enqueue request. */
  public static final int ENQUEUE = 1_000;

  /** Items in one batch of any other verb: as many as one claim can have handed out. */
  public static final int BATCH = 500;

  /** Jobs of one workflow: as many as one batch can cancel. */
  public static final int WORKFLOW = BATCH;

  /** Higher is sooner; the range leaves room between any two. */
  public static final int PRIORITY = 1_000_000;

  /** A week: longer leases hide dead workers. */
  public static final int LEASE_TTL_SECONDS = 7 * 24 * 3600;

  public static final int ATTEMPTS = 1_000;

  /** A month: a retry further off is a schedule. */
  public static final long RETRY_DELAY_SECONDS = 31L * 24 * 3600;

  public static final double BACKOFF_FACTOR = 100;

  public static final int CONCURRENT_LEASES = 100_000;

  public static final int HEARTBEAT_TTL_SECONDS = 24 * 3600;

  /** Results and payloads that are kept in records. */
  public static final int PAYLOAD_BYTES = 256 * 1024;

  /** One text of a signal: a reference, a name, a sentence. */
  public static final int SIGNAL_TEXT = 1_000;

  /** Entries of one list of a signal; a longer one is data, and has a reference. */
  public static final int SIGNAL_LIST = 100;

  /** A signal as a whole: it rides along with every look at the job. */
  public static final int SIGNAL_BYTES = 16 * 1024;

  /** Levels of a document: it stands inside ours, and the parser reads {@code Json.MAX_DEPTH}. */
  public static final int NESTING = 48;

  /** Digits of one number: the parser reads a thousand. */
  public static final int DIGITS = 500;

  /** A token's name: it stands behind a prefix in its principal's key. */
  public static final int TOKEN_NAME = 100;

  /** A week: a login that lasts longer is a token. */
  public static final int SESSION_SECONDS = 7 * 24 * 3600;

  /** A secret that the outside signs with: as long as what its hash takes in whole, and more. */
  public static final int SECRET = 500;

  /** Below this a secret can be guessed. */
  public static final int SECRET_LEAST = 32;

  /** A century; what is to be kept for longer is kept for ever. */
  public static final int KEPT_DAYS = 36_500;

  /** As a number of days: for ever. */
  public static final int FOR_EVER = -1;

  /** An address on the web: what every server still reads. */
  public static final int URL = 2_000;

  /** Subscriptions to events that are looked for at once: each event is compared with all. */
  public static final int SUBSCRIPTIONS = 100;

  /** Jobs made by events of jobs made by events: subscriptions that chase each other end here. */
  public static final int GENERATIONS = 32;

  private Limits() {}
}

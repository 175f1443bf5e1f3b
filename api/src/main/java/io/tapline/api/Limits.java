package io.tapline.api;

import java.time.Instant;

/** The limits of requests, each with its reason. */
public final class Limits {

  /**
   * An identifier that the caller chooses: several times the length of a UUID with a prefix. It is
   * indexed.
   */
  public static final int KEY = 200;

  /** A display name. */
  public static final int NAME = 200;

  /** A reason or an error message: a paragraph, not a log file. */
  public static final int TEXT = 4_000;

  /** A code: one word or a few joined words, not a sentence. */
  public static final int CODE = 64;

  /**
   * Codes are part of events, which may leave the system, so they must not contain a name or a
   * sentence.
   */
  public static final String CODE_PATTERN = "[A-Za-z0-9][A-Za-z0-9_.:-]{0," + (CODE - 1) + "}";

  /** The progress message of a worker: one line. */
  public static final int PROGRESS = 500;

  /** Capabilities, sites, template codes: lists that people maintain. */
  public static final int LIST = 100;

  /** Claims in one request; more would hold locks for too long. */
  public static final int CLAIM = 500;

  /** Items in one enqueue request. */
  public static final int ENQUEUE = 1_000;

  /** Items in one batch of any other action: the maximum of one claim. */
  public static final int BATCH = 500;

  /** Jobs of one workflow: the maximum that one batch can cancel. */
  public static final int WORKFLOW = BATCH;

  /** Higher priorities are claimed first; the range leaves space for values between two others. */
  public static final int PRIORITY = 1_000_000;

  /** A week: longer leases hide dead workers. */
  public static final int LEASE_TTL_SECONDS = 7 * 24 * 3600;

  public static final int ATTEMPTS = 1_000;

  /** A month: a later retry is a schedule. */
  public static final long RETRY_DELAY_SECONDS = 31L * 24 * 3600;

  public static final double BACKOFF_FACTOR = 100;

  public static final int CONCURRENT_LEASES = 100_000;

  public static final int HEARTBEAT_TTL_SECONDS = 24 * 3600;

  /** Results and payloads stored in records. */
  public static final int PAYLOAD_BYTES = 256 * 1024;

  /** One text of a signal: a reference, a name, a sentence. */
  public static final int SIGNAL_TEXT = 1_000;

  /** Entries of one list of a signal; a longer list is data and needs a reference. */
  public static final int SIGNAL_LIST = 100;

  /** A complete signal: it is read with every read of the job. */
  public static final int SIGNAL_BYTES = 16 * 1024;

  /**
   * Levels of a document: it is nested in a document of the engine, and the parser accepts {@code
   * Json.MAX_DEPTH} levels.
   */
  public static final int NESTING = 48;

  /** Digits of one number: the parser accepts a thousand. */
  public static final int DIGITS = 500;

  /** The name of a token: with a prefix it is the key of a principal. */
  public static final int TOKEN_NAME = 100;

  /** A week: a longer login should be a token. */
  public static final int SESSION_SECONDS = 7 * 24 * 3600;

  /** A signing secret of an external system: longer than the block size of its hash. */
  public static final int SECRET_SENT = 300;

  /** The stored form of a secret: encryption and base 64 make it longer. */
  public static final int SECRET = SECRET_SENT + 200;

  /** A shorter secret can be guessed. */
  public static final int SECRET_LEAST = 32;

  /** A century; beyond that, {@link #FOR_EVER} applies. */
  public static final int KEPT_DAYS = 36_500;

  /** A number of days that means for ever. */
  public static final int FOR_EVER = -1;

  /** A URL: the length that every server accepts. */
  public static final int URL = 2_000;

  /** Active subscriptions: each event is compared with all of them. */
  public static final int SUBSCRIPTIONS = 100;

  /** Length of a chain of subscription events, which ends an endless chain. */
  public static final int GENERATIONS = 32;

  /**
   * Times are stored as text of four digits for the year, so that their text order is their order.
   */
  public static final Instant EARLIEST = Instant.EPOCH;

  public static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

  /** Number of renewals within the duration of a lease, so that two of them may fail. */
  public static final int BEATS = 3;

  private Limits() {}
}

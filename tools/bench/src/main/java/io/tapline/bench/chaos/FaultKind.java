package io.tapline.bench.chaos;

/** The kinds of faults. */
enum FaultKind {
  KILL_SERVER(Lane.PROCESSES, "kill -9 of a server"),
  KILL_WORKERS(Lane.PROCESSES, "kill -9 of a process of workers"),
  KILL_CLIENTS(Lane.PROCESSES, "kill -9 of a process of clients"),
  KILL_READER(Lane.PROCESSES, "kill -9 of the feed's consumer"),
  STOP_SERVER(Lane.PROCESSES, "SIGTERM of a server in the middle of its work"),
  FREEZE_SERVER(Lane.PROCESSES, "SIGSTOP of a server inside its transactions"),
  FREEZE_WORKERS(Lane.PROCESSES, "SIGSTOP of workers for longer than their leases"),
  LOSE_REQUESTS(Lane.PROCESSES, "requests lost on the way"),
  LOSE_ANSWERS(Lane.PROCESSES, "answers lost on the way back"),
  DELAY_MESSAGES(Lane.PROCESSES, "messages held up for up to 3 s"),
  DOUBLE_REQUESTS(Lane.PROCESSES, "requests delivered twice"),
  CUT_DATABASE_LINK(Lane.PROCESSES, "connections between a server and its database cut"),
  SILENT_DATABASE_LINK(Lane.PROCESSES, "silence between a server and its database"),
  TERMINATE_BACKENDS(Lane.DATABASE, "all database sessions of the servers terminated"),
  FREEZE_BACKEND(Lane.DATABASE, "SIGSTOP of a database session inside a transaction"),
  LOCK_SUBJECTS(Lane.DATABASE, "rows locked by a stranger's transaction"),
  OPEN_SNAPSHOT(Lane.DATABASE, "an old transaction left open"),
  RESTART_POSTGRES(Lane.DATABASE, "PostgreSQL stopped and started"),
  CRASH_POSTGRES(Lane.DATABASE, "kill -9 of PostgreSQL, and recovery"),
  FILL_DISK(Lane.DATABASE, "the database's disk full"),
  FAIL_OVER(Lane.DATABASE, "PostgreSQL gone, and failover to its standby"),
  CLOCK_FORWARD(Lane.DATABASE, "the database's clock jumps forward"),
  CLOCK_BACK(Lane.DATABASE, "the database's clock is put back");

  /** Faults of one lane occur one after the other, those of different lanes at the same time. */
  enum Lane {
    PROCESSES,
    DATABASE
  }

  private final Lane lane;
  private final String words;

  FaultKind(Lane lane, String words) {
    this.lane = lane;
    this.words = words;
  }

  Lane lane() {
    return lane;
  }

  String words() {
    return words;
  }
}

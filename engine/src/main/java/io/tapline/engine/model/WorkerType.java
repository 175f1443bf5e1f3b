package io.tapline.engine.model;

/** Who works: only a person's session may take from a manual queue. */
public enum WorkerType {
  SERVICE,
  HUMAN_SESSION,
  INSTRUMENT_ADAPTER
}

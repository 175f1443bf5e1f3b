package io.tapline.api;

/** Only a HUMAN_SESSION may claim from a manual queue. */
public enum WorkerType {
  SERVICE,
  HUMAN_SESSION,
  INSTRUMENT_ADAPTER
}

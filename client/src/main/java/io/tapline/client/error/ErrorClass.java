package io.tapline.client.error;

/** The class of a failure decides what becomes of the work. */
public enum ErrorClass {
  /** Tried again: a fault of the worker's own. */
  TRANSIENT_SYSTEM,
  /** Tried again: something it needs was not there. */
  TRANSIENT_DEPENDENCY,
  /** Tried again: too little memory, too few places. */
  TRANSIENT_CAPACITY,
  /** Failed for good: the input is wrong. */
  PERMANENT_INPUT,
  /** Failed for good: it cannot be done as things are. */
  PERMANENT_STATE,
  /** Stopped until a person releases the hold. */
  BUSINESS_RULE_HOLD,
  /** Cancelled, as an operator asked. */
  OPERATOR_CANCELED
}

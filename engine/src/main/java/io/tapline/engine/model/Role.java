package io.tapline.engine.model;

/** What a principal may do, per tenant. */
public enum Role {
  WORKER_SERVICE,
  WORKER_HUMAN,
  OPERATOR,
  ADMIN
}

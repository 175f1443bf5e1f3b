package io.tapline.engine.command;

import io.tapline.engine.model.ExecutionState;

/** What the caller believes of the subject. Given, it must match; absent, it is not asked. */
public record Expect(ExecutionState state, Long revision) {

  public static final Expect NOTHING = new Expect(null, null);
}

package io.tapline.cli.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.base.ExitCode;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/** The result of a command: its exit code and its output. */
public record CommandResult(int code, String out, String err) {

  /** It must have gone well. */
  public CommandResult ok() {
    assertThat(code).as(out + err).isZero();
    return this;
  }

  /** It must have ended so, with one sentence on one line and no stack trace. */
  public CommandResult failed(ExitCode exit) {
    assertThat(code).as(out + err).isEqualTo(exit.code());
    assertThat(err).doesNotContain("\tat ").doesNotContain("Exception:");
    assertThat(lastLine()).startsWith("tapline").endsWith(".");
    return this;
  }

  public String lastLine() {
    return err.lines().reduce((first, second) -> second).orElse("");
  }

  public JsonNode json() {
    return Json.parse(ok().out);
  }
}

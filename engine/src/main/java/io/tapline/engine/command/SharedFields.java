package io.tapline.engine.command;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.Scope;

/** Reads fields that several requests have. */
final class SharedFields {

  private SharedFields() {}

  static Long revision(RequestFields f) {
    var expected = f.number("expected_revision");
    if (expected != null && expected < 0) {
      throw RequestFields.refuse("expected_revision", expected + " is below 0");
    }
    return expected;
  }

  static Scope scope(RequestFields f) {
    var scope = f.inside("scope");
    if (scope == null) {
      return null;
    }
    var value = new Scope(scope.text("site"), scope.text("platform"), scope.text("assay"));
    scope.nothingElse();
    return value;
  }

  static CorrelationRefs correlation(RequestFields f) {
    var refs = f.inside("correlation");
    if (refs == null) {
      return null;
    }
    var value =
        new CorrelationRefs(
            refs.text("trx_euid"),
            refs.text("accession_euid"),
            refs.text("run_euid"),
            refs.text("step_euid"));
    refs.nothingElse();
    return value;
  }
}

package io.tapline.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows the cause and the remedy instead of a stack trace. */
final class TaplineFailureAnalyzer extends AbstractFailureAnalyzer<TaplineStartException> {

  @Override
  protected FailureAnalysis analyze(Throwable root, TaplineStartException refused) {
    return new FailureAnalysis(refused.getMessage(), refused.action(), refused);
  }
}

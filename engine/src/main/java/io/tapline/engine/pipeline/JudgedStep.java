package io.tapline.engine.pipeline;

import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.SubjectStep;

/**
 * One step of a pack's plan and the engine's decision on it.
 *
 * @param feedKey the feed key of the subject's newest action, or null
 */
record JudgedStep(SubjectStep step, DecisionInput input, SubjectChange change, Long feedKey) {}

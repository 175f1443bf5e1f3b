/** The jobs API: jobs, their lists and health, workflows. */
package io.tapline.engine.read.job;

/** Subjects in the words of the jobs API: jobs, their lists and health, workflows. */
package io.tapline.engine.read.job;

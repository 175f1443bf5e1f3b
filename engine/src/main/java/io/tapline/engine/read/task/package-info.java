/**
 * Subjects in the words of the tasks API: tasks, the jobs that are registered for them, and their
 * workers.
 */
package io.tapline.engine.read.task;

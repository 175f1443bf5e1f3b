/** The tasks API: tasks, the registered jobs, and their workers. */
package io.tapline.engine.read.task;

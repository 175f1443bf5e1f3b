/** The tasks API: registered jobs, rooms and tasks, implemented on the engine. */
package io.tapline.server.tasks;

/** The tasks API: registered jobs, rooms and tasks, all of it on the one engine. */
package io.tapline.server.tasks;

/**
 * What was done, for readers outside: by pages, and as streams of server-sent events that hold
 * neither a thread nor a database connection while nothing happens.
 */
package io.tapline.server.events;

/**
 * The event feed for clients: by pages, and as streams of server-sent events that use neither a
 * thread nor a database connection while idle.
 */
package io.tapline.server.events;

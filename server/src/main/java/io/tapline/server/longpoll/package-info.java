/**
 * Requests that wait for work, for the end of a task or for events. A waiting request holds neither
 * a thread nor a database connection. A wake-up is only a hint: a periodic scan runs every second.
 */
package io.tapline.server.longpoll;

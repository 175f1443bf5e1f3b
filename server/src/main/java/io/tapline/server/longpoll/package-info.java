/**
 * Requests that wait for work, for the end of a task or for news. A waiting request holds neither a
 * thread nor a database connection. Being woken is a hint and never needed: every second someone
 * looks anyway.
 */
package io.tapline.server.longpoll;

/**
 * Those who wait: workers for work, readers for events. Nobody who waits holds a thread or a
 * database connection. Being woken is a hint and never needed: every second someone looks anyway.
 */
package io.tapline.server.waiting;

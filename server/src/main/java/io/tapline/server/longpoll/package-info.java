/**
 * Requests that wait: claims for work, readers for events. A waiting request holds neither a thread
 * nor a database connection. Being woken is a hint and never needed: every second someone looks
 * anyway.
 */
package io.tapline.server.longpoll;

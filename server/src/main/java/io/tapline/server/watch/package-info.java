/** Being watched: metrics, one log line per action, traces. Nothing here changes anything. */
package io.tapline.server.watch;

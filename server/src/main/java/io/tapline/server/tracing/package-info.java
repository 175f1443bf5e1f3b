/** Traces: a span for each request and for each action. Nothing here changes anything. */
package io.tapline.server.tracing;

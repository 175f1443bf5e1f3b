/** Traces: a span for each request and for each action. This package changes no state. */
package io.tapline.server.tracing;
